/**
 * Stands for the caller's turn when a model or a flow is to speak although nobody has said anything. In brackets, so
 * that no model takes it for the caller's words.
 */
export const stageDirections = {
  greeting: '(The call has just begun. Greet the caller in one or two short sentences.)',
  reminder:
    '(The caller has said nothing for a while. Ask in one short sentence whether they are still there.)',
  voicemail:
    '(A machine has answered, and records now. Leave your message in two or three short sentences, and ask nothing.)',
  handoff:
    '(The caller is on hold. You now speak to the person who is called to take over, before they hear the caller. Tell ' +
    'them in two or three short sentences who is calling and what it is about, and ask nothing.)',
} as const;
