import type { Block } from '@tendril/contract/provider/block';
import type { SourceDocument } from '@tendril/contract/provider/document';
import type { BlockChunker } from '@tendril/contract/provider/retrieval';
import { blocksText, chunkOfBlocks, indexTextOf } from './chunk-of-blocks.ts';
import { StructureChunker } from './structure-chunker.ts';

const longestQuestion = 300;
const questionMark = /[?？؟]\s*$/;
const questionHeader = /^(q|questions?|frage|pregunta|domanda|pergunta|vraag|問|质问|질문|faq)\b/i;
const answerHeader = /^(a|answers?|antwort|réponse|respuesta|risposta|resposta|antwoord|答|回答|답변)\b/i;

interface Pair {
  question: string;
  answer: Block[];
}

function toChunk({ question, answer }: Pair, metadata: Record<string, unknown>): SourceDocument {
  const [first] = answer;
  const chunk = chunkOfBlocks({ blocks: answer, metadata });
  const path = (first?.path ?? []).filter((heading) => heading !== question);
  const pageContent = `${question}\n${blocksText(answer)}`;
  return { ...chunk, pageContent, indexText: indexTextOf(path, question) ?? question };
}

/** The pairs of a table of two columns whose first holds questions. */
function tablePairs(block: Block): Pair[] | undefined {
  const rows = block.text.split('\n').map((line) => line.split('\t'));
  const [header = [], ...others] = rows;
  const isNamed = questionHeader.test(header[0] ?? '') && answerHeader.test(header[1] ?? '');
  const isPair = rows.every((cells) => cells.length <= 2) && rows.length > 1;
  const asked = others.filter(([question = '']) => questionMark.test(question)).length;
  if (!isPair || !(isNamed || asked >= others.length * 0.6)) return undefined;
  const isFirstAsked = questionMark.test(header[0] ?? '');
  const [, column, first] = /^([A-Z]+)(\d+):/.exec(block.place.cells ?? '') ?? [];
  return (isFirstAsked ? rows : others).flatMap(([question = '', answer = ''], index) => {
    if (question.trim() === '' || answer.trim() === '') return [];
    const row = Number(first) + index - (isFirstAsked ? 1 : 0);
    const place = column ? { ...block.place, cells: `${column}${row}:B${row}` } : block.place;
    return [{ question, answer: [{ ...block, kind: 'text' as const, text: answer, place }] }];
  });
}

const isQuestion = ({ kind, text }: Block) =>
  (kind === 'heading' || kind === 'text') &&
  text.length <= longestQuestion &&
  questionMark.test(text) &&
  !text.includes('\n');

/** Pairs of question and answer: the question is searched, the answer given. What is no pair is chunked by structure. */
export class PairChunker implements BlockChunker {
  readonly #others: StructureChunker;
  #document: string | undefined;
  #metadata: Record<string, unknown> = {};
  #pair: Pair | undefined;

  constructor({ tokens }: { tokens: number }) {
    this.#others = new StructureChunker({ tokens, overlaps: false });
  }

  push(piece: Parameters<BlockChunker['push']>[0]): SourceDocument[] {
    const chunks = piece.document === this.#document ? [] : this.end();
    this.#document = piece.document;
    this.#metadata = piece.metadata;
    for (const block of piece.blocks) chunks.push(...this.#take(block, piece));
    return chunks;
  }

  end(): SourceDocument[] {
    return [...this.#endPair(), ...this.#others.end()];
  }

  #take(block: Block, piece: Parameters<BlockChunker['push']>[0]): SourceDocument[] {
    const pairs = block.kind === 'table' ? tablePairs(block) : undefined;
    if (pairs) return [...this.#endPair(), ...pairs.map((pair) => toChunk(pair, piece.metadata))];
    if (isQuestion(block)) {
      const done = this.#endPair();
      this.#pair = { question: block.text, answer: [] };
      return done;
    }
    if (block.kind !== 'heading' && this.#pair) {
      this.#pair.answer.push(block);
      return [];
    }
    return [...this.#endPair(), ...this.#others.push({ ...piece, blocks: [block] })];
  }

  #endPair(): SourceDocument[] {
    const pair = this.#pair;
    this.#pair = undefined;
    if (!pair || !this.#metadata) return [];
    // A question that nothing answers is a text like any other.
    if (pair.answer.length === 0) {
      const block: Block = { kind: 'text', text: pair.question, place: {} };
      return this.#others.push({ document: this.#document ?? '', metadata: this.#metadata, blocks: [block] });
    }
    return [toChunk(pair, this.#metadata)];
  }
}
