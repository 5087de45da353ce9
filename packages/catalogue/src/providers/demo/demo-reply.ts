import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { answerFromInstructions, answerFromPassages } from './answer-from-text.ts';
import { bookingReply } from './booking.ts';
import { type Conversation, readConversation } from './conversation.ts';
import { fillSchema } from './fill-schema.ts';
import { followUpQuestions, isFollowUpRequest } from './follow-up-questions.ts';
import { draftInstruction, isInstructionRequest } from './instruction-draft.ts';
import { mentionedIn } from './mentioned.ts';
import { findPassages } from './passages.ts';
import { isRephraseRequest, rephrase } from './rephrase.ts';
import type { DemoReply } from './reply-shape.ts';
import { courtesy, noteFact, recall } from './small-talk.ts';
import { outcomeReply, toolCallsFor } from './tool-reply.ts';
import { functionTools } from './tool-traits.ts';
import { contentWords } from './words.ts';

const longestEcho = 160;

function restate(question: string): string {
  const plain = question.replace(/\s+/g, ' ').trim();
  const echo = plain.length > longestEcho ? `${plain.slice(0, longestEcho)}…` : plain;
  return (
    'I am the demo model: I answer from attached texts, call tools and remember what you tell me, ' +
    `but for “${echo}” a model of a vendor is needed.`
  );
}

/** Words for a prompt that asks for a comma-separated list. */
function keywords(question: string): string {
  const asked = question.replace(/your response should[\s\S]*$/i, '');
  return [...new Set(contentWords(asked))].slice(0, 5).join(', ') || 'demo';
}

function answerInText(conversation: Conversation): string {
  const { system, question } = conversation;
  const passages = findPassages(conversation);
  const remembered = recall(conversation);
  if (remembered && (remembered.isKnown || !passages)) return remembered.text;
  const polite = courtesy(question);
  if (polite) return polite;
  if (passages)
    return answerFromPassages({
      ...passages,
      question: rephrase({ ...conversation, question: passages.question }),
    });
  if (/comma[- ]separated/i.test(`${system}\n${question}`)) return keywords(question);
  const noted = noteFact(question);
  if (noted) return noted;
  const fromInstructions = system === question ? undefined : answerFromInstructions(system, question);
  return fromInstructions ?? restate(question);
}

/** Decides what the demo model answers: by rules alone, so that the same prompt and day always give the same. */
export function demoReply(options: LanguageModelV4CallOptions, now: Date): DemoReply {
  const conversation = readConversation(options.prompt);
  const { responseFormat, toolChoice } = options;
  const tools = functionTools(options);
  if (tools.length > 0) {
    const booking = bookingReply(conversation, tools, now);
    if (booking) return booking;
    if (conversation.outcomes.length === 0) {
      const offered =
        toolChoice?.type === 'tool' ? tools.filter((tool) => tool.name === toolChoice.toolName) : tools;
      const isRequired = toolChoice?.type === 'tool' || toolChoice?.type === 'required';
      const toolCalls = toolCallsFor(conversation, offered, now, isRequired);
      if (toolCalls.length > 0) return { toolCalls };
    }
  }
  if (responseFormat?.type === 'json') {
    const fallbackText =
      conversation.outcomes.length > 0
        ? (outcomeReply(conversation, tools).text ?? '')
        : answerInText(conversation);
    const source = { mentioned: mentionedIn(conversation.question, now), fallbackText, now };
    return { text: JSON.stringify(fillSchema(responseFormat.schema ?? { type: 'object' }, source)) };
  }
  if (conversation.outcomes.length > 0) return outcomeReply(conversation, tools);
  if (isInstructionRequest(conversation)) return { text: draftInstruction(conversation) };
  if (isFollowUpRequest(conversation)) return { text: followUpQuestions(conversation) };
  if (isRephraseRequest(conversation)) return { text: rephrase(conversation) };
  return { text: answerInText(conversation) };
}
