import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { messageText, toolOutputText } from '../../model/step-messages.ts';

/** A tool's result after the latest question. */
export interface ToolOutcome {
  tool: string;
  input: Record<string, unknown>;
  text: string;
  isError: boolean;
}

/** A prompt as the demo model reads it. */
export interface Conversation {
  /** All system messages. */
  system: string;
  /** Earlier messages and the question, oldest first. */
  turns: { role: 'user' | 'assistant'; text: string }[];
  question: string;
  /** Tool results that came after the question, oldest first. */
  outcomes: ToolOutcome[];
}

type Message = LanguageModelV4Prompt[number];

function readInputs(message: Message, inputs: Map<string, Record<string, unknown>>): void {
  if (message.role !== 'assistant') return;
  for (const part of message.content) {
    if (part.type !== 'tool-call') continue;
    const input = typeof part.input === 'object' && part.input !== null ? part.input : {};
    inputs.set(part.toolCallId, input as Record<string, unknown>);
  }
}

function isFailure(output: LanguageModelV4ToolResultOutput): boolean {
  if (output.type.startsWith('error') || output.type === 'execution-denied') return true;
  return output.type === 'text' && output.value.startsWith('Error:');
}

/** An error as a person would put it: without the word "error" and the line number. */
function toSpoken(text: string): string {
  return text.replace(/^(?:Error: )+/, '').replace(/ \(line \d+\)$/, '');
}

function readOutcomes(message: Message, inputs: Map<string, Record<string, unknown>>): ToolOutcome[] {
  if (message.role !== 'tool') return [];
  return message.content.flatMap((part) =>
    part.type === 'tool-result'
      ? [
          {
            tool: part.toolName,
            input: inputs.get(part.toolCallId) ?? {},
            text: isFailure(part.output)
              ? toSpoken(toolOutputText(part.output))
              : toolOutputText(part.output),
            isError: isFailure(part.output),
          },
        ]
      : [],
  );
}

function spokenText(message: Message): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Sorts a prompt into instructions, turns, the question and the tool results that follow it. */
export function readConversation(prompt: LanguageModelV4Prompt): Conversation {
  const conversation: Conversation = { system: '', turns: [], question: '', outcomes: [] };
  const inputs = new Map<string, Record<string, unknown>>();
  for (const message of prompt) {
    readInputs(message, inputs);
    if (message.role === 'system') {
      conversation.system = [conversation.system, messageText(message)].filter(Boolean).join('\n\n');
    } else if (message.role === 'tool') {
      conversation.outcomes.push(...readOutcomes(message, inputs));
    } else {
      const text = spokenText(message);
      if (message.role === 'user') {
        conversation.question = text;
        conversation.outcomes = [];
      }
      if (text) conversation.turns.push({ role: message.role, text });
    }
  }
  if (!conversation.question) conversation.question = conversation.system;
  return conversation;
}
