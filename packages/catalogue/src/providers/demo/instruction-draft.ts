import type { Conversation } from './conversation.ts';

const request = /\binstructions (?:of|for) an assistant\b[\s\S]*\bTask:\s*(\S[\s\S]*)$/i;
const longestTask = 600;

/** Whether the prompt asks for an assistant's system message, for a task that it names. */
export function isInstructionRequest({ question }: Conversation): boolean {
  return request.test(question);
}

/** A plain draft around the task, for a person to develop further. */
export function draftInstruction({ question }: Conversation): string {
  const task = (request.exec(question)?.[1] ?? '').replace(/\s+/g, ' ').trim().slice(0, longestTask);
  const sentence = /[.!?]$/.test(task) ? task : `${task}.`;
  return [
    `You are an assistant with this task: ${sentence}`,
    '',
    '- Be friendly and brief. Answer in the language of the person who writes.',
    '- Ask one short question when something is missing that you need.',
    '- Use your tools and your knowledge base before you answer from memory.',
    '- Stay with this task. Say so politely when something else is asked.',
    '- When you do not know something, say that you do not know it. Never make anything up.',
  ].join('\n');
}
