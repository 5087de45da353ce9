/** The variables that every call has, of one that nobody looks at. */
export const builtInValues = {
  callId: '',
  sessionType: 'voice',
  direction: 'inbound',
  agentNumber: '',
  userNumber: '',
  timezone: 'UTC',
} as const;
