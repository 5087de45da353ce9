import { evaluateExpression } from '../../text/evaluate-expression.ts';
import { answerFromFacts } from './answer-from-facts.ts';
import { answerFromPassages } from './answer-from-text.ts';
import { arithmeticIn } from './arithmetic.ts';
import type { Conversation } from './conversation.ts';
import { findPassages } from './passages.ts';
import { type PromptFacts, promptFacts } from './prompt-facts.ts';
import { answerWho, type Identity, promptIdentity } from './prompt-identity.ts';
import { answerByRule, type PromptRule, promptRules } from './prompt-rules.ts';
import { rephrase } from './rephrase.ts';
import { followDirectives, wantedWords } from './reply-directives.ts';
import { courtesy, noteFact, recall } from './small-talk.ts';
import { splitPrompt } from './split-prompt.ts';
import { answerByTask } from './text-tasks.ts';
import { sayUnknown } from './unknown-answer.ts';
import { contentWords } from './words.ts';

/** Keywords for a prompt that asks for a comma-separated list. */
function keywords(question: string): string {
  const asked = question.replace(/your response should[\s\S]*$/i, '');
  return [...new Set(contentWords(asked))].slice(0, 5).join(', ') || 'demo';
}

interface Known {
  facts: PromptFacts;
  rules: PromptRule[];
  identity: Identity | undefined;
}

/** The question before this one, if this one follows up on it. */
function topicOf(conversation: Conversation): string | undefined {
  const whole = rephrase(conversation);
  return whole === conversation.question ? undefined : /\(about (.+)\)\?$/.exec(whole)?.[1];
}

/** What the prompt itself says about the question: a rule for such questions, or a fact. */
export function answerFromPrompt(conversation: Conversation): string | undefined {
  const { system, question } = conversation;
  if (!system || system === question) return undefined;
  return fromKnown(conversation, know(system));
}

function know(system: string): Known {
  return { facts: promptFacts(system), rules: promptRules(system), identity: promptIdentity(system) };
}

function fromKnown(conversation: Conversation, { facts, rules }: Known): string | undefined {
  const { question } = conversation;
  return answerByRule(question, rules) ?? answerFromFacts(question, facts, topicOf(conversation));
}

function calculated(question: string): string | undefined {
  const expression = arithmeticIn(question);
  if (!expression) return undefined;
  try {
    return `${expression} = ${Number(evaluateExpression(expression).toPrecision(12))}`;
  } catch {
    return undefined;
  }
}

function plainAnswer(given: Conversation, now: Date): string {
  const passages = findPassages(given);
  const conversation = passages ? given : splitPrompt(given);
  const { system, question } = conversation;
  const wanted = wantedWords(system, question);
  if (wanted && !passages) return wanted;
  const task = passages ? undefined : answerByTask(conversation, now);
  if (task) return task;
  const known = know(passages ? system.replace(passages.section, '') : system === question ? '' : system);
  const who = answerWho(question, known.identity);
  if (who) return who;
  const remembered = recall(conversation);
  if (remembered && (remembered.isKnown || !passages)) return remembered.text;
  const polite = courtesy(question, system, known.identity);
  if (polite) return polite;
  if (passages) {
    const asked = rephrase({ ...conversation, question: passages.question });
    return (
      answerFromPassages({ ...passages, question: asked }) ??
      fromKnown({ ...conversation, question: passages.question }, known) ??
      passages.unknownAnswer ??
      known.rules.find(({ isForUnknown }) => isForUnknown)?.text ??
      'I could not find an answer to that in the text I was given.'
    );
  }
  if (/comma[- ]separated/i.test(`${system}\n${question}`)) return keywords(question);
  return (
    fromKnown(conversation, known) ??
    noteFact(question) ??
    calculated(question) ??
    sayUnknown(question, system, known)
  );
}

/** Answers in text, from the content of the prompt and in the format it asks for. */
export function answerInText(conversation: Conversation, now: Date): string {
  const { system, question } = conversation;
  const text = plainAnswer(conversation, now);
  return followDirectives(text, system === question ? question : `${system}\n${question}`);
}
