import type { FlowTemplate } from './flow-template.ts';

const note = `A model drafts the reply, a person decides. With Reject and a comment it is rewritten, at most three times.

Change: how the draft is written, and what the person is asked.`;

/** A reply that a person lets out. */
export const approvedReply: FlowTemplate = {
  title: 'Reply with approval',
  text: 'Drafts an answer and waits until someone lets it go, or sends it back with a comment.',
  about:
    'An agent flow that stops at a person: it waits as long as needed, across restarts too. A rejected draft goes back with the comment, by a loop with a limit.',
  type: 'AGENTFLOW',
  useCases: ['Support', 'Office'],
  keys: [],
  needs: [],
  tools: [],
  greeting: 'Write what a customer asks.',
  questions: ['Can I return my lamp after four weeks?', 'Do you ship to Norway?'],
  fact: 'Send this reply?',

  draw(drawing) {
    drawing.note(note, 'stickyNoteAgentflow');
    const start = drawing.step('startAgentflow', 'Start');
    drawing.column();
    const draft = drawing.step('llmAgentflow', 'Draft', {
      llmModel: 'demoModel',
      llmModelConfig: {},
      llmMessages: [
        {
          role: 'system',
          content:
            'You write short replies to customers of a lamp shop. Heed the comments of your colleague.',
        },
      ],
    });
    drawing.lead(start, draft).column();
    const person = drawing.step('humanInputAgentflow', 'Let it out?', {
      humanInputDescriptionType: 'fixed',
      humanInputDescription: `Send this reply?\n\n{{ ${draft.id} }}`,
      humanInputEnableFeedback: true,
    });
    drawing.lead(draft, person).column();
    const send = drawing.step('directReplyAgentflow', 'Send', { directReplyMessage: `{{ ${draft.id} }}` });
    const again = drawing.step('loopAgentflow', 'Write it again', {
      loopBackToNode: `${draft.id}-Draft`,
      maxLoopCount: 3,
      fallbackMessage: 'A colleague will write to you.',
    });
    drawing.lead(person, send, 0).lead(person, again, 1);
  },
};
