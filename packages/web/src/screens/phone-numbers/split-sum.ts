import { type AgentShare, weightTolerance } from '@tendril/contract/voice/phone-number';

/** Whether the shares are the whole, and how many percent are missing (or, below zero, too many). */
export function splitSum(shares: readonly AgentShare[]): { isWhole: boolean; sum: number; rest: number } {
  const sum = shares.reduce((total, { weight }) => total + weight, 0);
  const percent = Math.round(sum * 1000) / 10;
  return {
    isWhole: Math.abs(sum - 1) <= weightTolerance,
    sum: percent,
    rest: Math.round((100 - percent) * 10) / 10,
  };
}

const newShare = 0.1;

/** One more agent with a tenth of the calls, taken from the agent with the most. */
export function addShare(shares: readonly AgentShare[]): AgentShare[] {
  const largest = Math.max(...shares.map(({ weight }) => weight));
  const giver = shares.findIndex(({ weight }) => weight === largest);
  const given = Math.min(newShare, largest);
  const rest = shares.map((share, index) =>
    index === giver ? { ...share, weight: rounded(share.weight - given) } : share,
  );
  return [...rest, { agentId: '', versionId: null, weight: given }];
}

/** Without one agent; its share goes to the first of the others. */
export function removeShare(shares: readonly AgentShare[], index: number): AgentShare[] {
  const freed = shares[index]?.weight ?? 0;
  const rest = shares.filter((_share, at) => at !== index);
  return rest.map((share, at) => (at === 0 ? { ...share, weight: rounded(share.weight + freed) } : share));
}

const rounded = (weight: number) => Math.round(weight * 10_000) / 10_000;
