import { param } from '@tendril/contract/node/param';
import type { AskedCall, RunContext } from '@tendril/contract/node/run-context';

const whenApproving = { interrupt: true };
const ownPrompt = 'The agent wants to call these tools:\n{tools}\nMay it?';
// In other installations the text is an instruction to a model, and this is the default in their files.
const foreignPrompt = 'You are about to execute tool: {tools}. Ask if user want to proceed';

/** "Require Approval" of a step that calls tools. */
export const interruptParam = param.boolean({
  label: 'Require Approval',
  description: 'Asks a person before tools are called; the run waits until there is an answer.',
  optional: true,
  additionalParams: true,
  default: false,
});

/** The question to the person, and the labels of the two buttons. */
export const approvalParams = {
  approvalPrompt: param.string({
    isPrompt: true,
    label: 'Approval Prompt',
    description: 'What the person reads; {tools} stands for the calls.',
    rows: 4,
    optional: true,
    additionalParams: true,
    show: whenApproving,
    default: ownPrompt,
  }),
  approveButtonText: param.string({
    label: 'Approve Button Text',
    optional: true,
    additionalParams: true,
    show: whenApproving,
    default: 'Yes',
  }),
  rejectButtonText: param.string({
    label: 'Reject Button Text',
    optional: true,
    additionalParams: true,
    show: whenApproving,
    default: 'No',
  }),
};

export interface ApprovalTexts {
  approvalPrompt: string | undefined;
  approveButtonText: string | undefined;
  rejectButtonText: string | undefined;
}

function inWords({ name, args }: AskedCall): string {
  return `${name}(${JSON.stringify(args)})`;
}

function approvalText(prompt: string | undefined, calls: readonly AskedCall[]): string {
  const given = prompt?.trim() ?? '';
  const template = given === '' || given === foreignPrompt ? ownPrompt : given;
  return template.replaceAll('{tools}', calls.map(inWords).join('\n'));
}

/** Suspends the run until a person has decided on these calls; `memo` comes back with the decision. */
export function askApproval(
  texts: ApprovalTexts,
  toolCalls: AskedCall[],
  memo: unknown,
  context: RunContext,
): never {
  return context.pause({
    question: approvalText(texts.approvalPrompt, toolCalls),
    approve: texts.approveButtonText || 'Yes',
    reject: texts.rejectButtonText || 'No',
    toolCalls,
    memo,
  });
}

/** The result of a refused call as the model gets it. */
export function denialText({ name }: AskedCall, note: string | undefined): string {
  const said = note ? ` They said: ${note}` : '';
  return `The call of ${name} was denied by the user.${said} Acknowledge that, and do not call it again.`;
}
