/** The variables that every call has, of a call whose values are not checked. */
export const builtInValues = {
  callId: '',
  sessionType: 'voice',
  direction: 'inbound',
  agentNumber: '',
  userNumber: '',
  timezone: 'UTC',
} as const;
