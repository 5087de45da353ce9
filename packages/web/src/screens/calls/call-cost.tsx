import { useQuery } from '@tanstack/react-query';
import type { CostPart } from '@tendril/contract/api/call-cost-part';
import type { Call } from '@tendril/contract/api/calls';
import { dollarsText } from '../../kit/lib/dollars-text.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import styles from './call-figures.module.css';
import facts from './calls.module.css';
import { callCostQuery } from './calls.queries.ts';
import { costText } from './cost-text.ts';

/** What each part of a call cost; what nobody here can know says so. */
export function CallCost({ call: { id, endedAt } }: { call: Call }) {
  const t = useTexts(callsTexts);
  const { data: cost, error } = useQuery(callCostQuery(id, endedAt !== null));
  if (error && !cost)
    return (
      <section className={facts['fact']}>
        <h2>{t('cost')}</h2>
        <p role="alert" className={facts['fault']}>
          {t('costFailed', { reason: toMessage(error) })}
        </p>
      </section>
    );
  if (!cost) return null;
  const known = cost.parts.filter(({ usd }) => usd !== null && usd > 0);
  return (
    <section className={facts['fact']}>
      <div className={styles['head']}>
        <h2>{t('cost')}</h2>
        <b>{costText(cost)}</b>
      </div>
      {known.length > 0 && (
        <div className={styles['shares']} aria-hidden>
          {known.map(({ part, usd }) => (
            // Below 1 in all, they would leave the rest of the bar empty.
            <i key={part} data-part={part} style={{ flexGrow: (100 * (usd ?? 0)) / cost.knownUsd }} />
          ))}
        </div>
      )}
      <dl className={styles['parts']}>
        {cost.parts.map((part) => (
          <div key={part.part}>
            <dt data-part={part.part}>
              {t(`cost_${part.part}`)} <small>{whoseText(part)}</small>
            </dt>
            <dd>{part.usd === null ? t('unknown') : dollarsText(part.usd)}</dd>
          </div>
        ))}
      </dl>
      {cost.hasUnknown && <p className={facts['quiet']}>{t('unknownHelp')}</p>}
    </section>
  );
}

function whoseText({ by, basis, quantity }: CostPart): string {
  const amount =
    quantity &&
    say(callsTexts, `quantity_${quantity.unit}`, {
      count: quantity.unit === 'minutes' ? Number(quantity.count.toFixed(2)) : quantity.count,
    });
  return [by, amount, say(callsTexts, `basis_${basis}`)].filter(Boolean).join(' · ');
}
