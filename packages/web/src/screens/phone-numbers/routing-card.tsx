import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { AgentField } from '../../features/phone/agent-field.tsx';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { AgentSplit } from './agent-split.tsx';
import { Card } from './card.tsx';
import { CardRow, TextRow } from './card-row.tsx';
import { OpenHoursField } from './open-hours-field.tsx';
import { splitSum } from './split-sum.ts';
import { useCard } from './use-card.ts';

const fields = ['inboundAgents', 'outboundAgents', 'openHours', 'afterHoursAgent', 'fallbackNumber'] as const;

/** Who answers a number, who calls from it, and when. */
export function RoutingCard({ record }: { record: AssistantPhoneNumber }) {
  const t = useTexts(phoneNumberTexts);
  const form = useCard(record, t('routing'), fields);
  const { number, edit, errorAt } = form;
  const isBrowser = number.provider === 'browser';
  return (
    <Card id="phone-routing" title={t('routing')} form={form} blocked={useBlocked(number)}>
      <CardRow label={t('inbound')} error={errorAt('inboundAgents')}>
        <AgentSplit
          direction="inbound"
          shares={number.inboundAgents}
          errorAt={errorAt}
          onChange={(inboundAgents) => edit({ inboundAgents })}
        />
      </CardRow>
      {!isBrowser && (
        <CardRow label={t('outbound')} error={errorAt('outboundAgents')}>
          <AgentSplit
            direction="outbound"
            shares={number.outboundAgents}
            errorAt={errorAt}
            onChange={(outboundAgents) => edit({ outboundAgents })}
          />
        </CardRow>
      )}
      <CardRow label={t('openHours')} error={errorAt('openHours')}>
        <OpenHoursField value={number.openHours} onChange={(openHours) => edit({ openHours })} />
      </CardRow>
      {(number.openHours || number.afterHoursAgent) && (
        <CardRow label={t('afterHours')} error={errorAt('afterHoursAgent')}>
          <AgentField
            label={t('afterHours')}
            value={number.afterHoursAgent}
            emptyLabel={t('nobody')}
            onChange={(afterHoursAgent) => edit({ afterHoursAgent })}
          />
        </CardRow>
      )}
      {!isBrowser && (
        <TextRow
          label={t('fallback')}
          value={number.fallbackNumber}
          placeholder="+15125550100"
          inputMode="tel"
          hint={t('fallbackHelp')}
          error={errorAt('fallbackNumber')}
          onText={(fallbackNumber) => edit({ fallbackNumber: fallbackNumber.replaceAll(/[\s().-]/g, '') })}
        />
      )}
    </Card>
  );
}

/** Why the routing cannot be saved as it stands. */
function useBlocked({ inboundAgents, outboundAgents }: ReturnType<typeof useCard>['number']) {
  const t = useTexts(phoneNumberTexts);
  for (const shares of [inboundAgents, outboundAgents]) {
    if (shares.some(({ agentId }) => agentId === '')) return t('chooseAgent');
    const { isWhole, sum, rest } = splitSum(shares);
    if (shares.length > 0 && !isWhole)
      return t(rest > 0 ? 'addsLess' : 'addsMore', { sum, rest: Math.abs(rest) });
  }
  return undefined;
}
