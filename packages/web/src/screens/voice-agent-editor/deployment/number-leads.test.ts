import { expect, it } from 'vitest';
import { leadsTo, removalOf } from './number-leads.ts';

const split = {
  id: 'n1',
  phoneNumber: '+15125550142',
  inboundAgents: [
    { agentId: 'desk', versionId: null, weight: 0.6 },
    { agentId: 'desk', versionId: 'v5', weight: 0.1 },
    { agentId: 'night', versionId: null, weight: 0.3 },
  ],
  afterHoursAgent: { agentId: 'desk', versionId: null },
};
const plain = { id: 'n2', phoneNumber: '+15125550177', outboundAgentId: 'desk' };

it('SP-53: every place where numbers name an agent is found, also the simple one', () => {
  const found = leadsTo([split, plain], 'desk').map(({ record, direction, versionId, weight }) => [
    record.id,
    direction,
    versionId,
    weight,
  ]);
  expect(found).toEqual([
    ['n1', 'inbound', null, 0.6],
    ['n1', 'inbound', 'v5', 0.1],
    ['n1', 'afterHours', null, 1],
    ['n2', 'outbound', null, 1],
  ]);
});

it('what is left after one place is gone is whole again', () => {
  const [first, , after] = leadsTo([split], 'desk');
  const weights = (changes: object) =>
    (changes as typeof split).inboundAgents.map(({ weight }) => Math.round(weight * 1000) / 1000);
  expect(first && weights(removalOf(first, 'desk'))).toEqual([0.25, 0.75]);
  expect(after && removalOf(after, 'desk')).toEqual({ afterHoursAgent: null });
  const [only] = leadsTo([plain], 'desk');
  expect(only && removalOf(only, 'desk')).toEqual({ outboundAgents: [] });
});
