import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { HealthCheck } from '@tendril/contract/api/phone-number-checks';
import { Check, Minus, RefreshCw, Wrench, X } from 'lucide-react';
import { useEffect } from 'react';
import { numberHealthQuery, numberOverviewsQuery } from '../../features/phone/numbers.queries.ts';
import { shortAge } from '../../kit/lib/short-age.ts';
import { phoneCheckTexts } from '../../kit/texts/en/phone-checks.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { Card } from './card.tsx';
import { checkWords } from './check-words.ts';
import { ConnectButton } from './connect-button.tsx';
import styles from './health-card.module.css';

const icons = { good: Check, bad: X, unknown: Minus } as const;
const failingFirst = { bad: 0, good: 1, unknown: 2 } as const;

/** What works of a number and what does not; what nobody could check is not ticked. */
export function HealthCard({ numberId }: { numberId: string }) {
  const t = useTexts(phoneCheckTexts);
  const { data, isFetching, isError, refetch } = useQuery(numberHealthQuery(numberId));
  useListRefresh(data?.checkedAt);
  const checks = data?.checks.toSorted((one, other) => failingFirst[one.state] - failingFirst[other.state]);
  const failing = checks?.filter(({ state }) => state === 'bad').length ?? 0;
  const all = checks?.length ?? 0;
  const aside = (
    <>
      {failing > 0 && (
        <span className={styles['chip']}>
          {t(failing === 1 ? 'fails' : 'failsMany', { count: failing, all })}
        </span>
      )}
      <span className={styles['age']} role="status">
        {isFetching ? t('checking') : data && shortAge(data.checkedAt)}
      </span>
      <IconButton label={t('checkAgain')} size="small" onClick={() => void refetch()}>
        <RefreshCw size={16} className={isFetching ? styles['turning'] : undefined} />
      </IconButton>
    </>
  );
  return (
    <Card title={t('health')} aside={aside} isFlush>
      {isError && !data && <p className={styles['note']}>{t('checkFailed')}</p>}
      {!data && !isError && <p className={styles['note']}>{t('checking')}</p>}
      {checks && (
        <ul className={styles['checks']}>
          {checks.map((check) => (
            <CheckLine key={check.name} check={check} numberId={numberId} onFixed={() => void refetch()} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The list also shows what was found. */
function useListRefresh(checkedAt: number | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (checkedAt !== undefined) void client.invalidateQueries({ queryKey: numberOverviewsQuery.queryKey });
  }, [client, checkedAt]);
}

interface CheckLineProps {
  check: HealthCheck;
  numberId: string;
  onFixed: () => void;
}

const settable = new Set(['asks-elsewhere', 'not-told']);

function CheckLine({ check, numberId, onFixed }: CheckLineProps) {
  const t = useTexts(phoneCheckTexts);
  const { title, text } = checkWords(check);
  const Icon = icons[check.state];
  return (
    <li className={styles[check.state]}>
      <span className={styles['mark']} role="img" aria-label={t(check.state)}>
        <Icon size={12} strokeWidth={2.5} />
      </span>
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
        <Fix check={check} />
        {check.name === 'line' && settable.has(check.finding) && (
          <ConnectButton numberId={numberId} onConnected={onFixed} />
        )}
      </div>
      {check.ms !== null && <span className={styles['ms']}>{t('took', { ms: check.ms })}</span>}
    </li>
  );
}

const fixes = {
  'inbound no-agent': ['fixAgent', '#phone-routing select'],
  'inbound agent-gone': ['fixAgent', '#phone-routing select[aria-invalid]'],
  'connection no-trunk': ['fixTrunk', '#phone-trunk-uri'],
  'connection trunk-missing': ['fixTrunk', '#phone-trunk-uri'],
  'connection trunk-blocked': ['fixTrunk', '#phone-trunk-uri'],
  'connection no-secret': ['fixSecret', '#phone-secret'],
  'connection secret-gone': ['fixSecret', '#phone-secret'],
} as const;

/** Leads to the field that mends it. */
function Fix({ check: { name, finding, state } }: { check: HealthCheck }) {
  const t = useTexts(phoneCheckTexts);
  const fix = fixes[`${name} ${finding}` as keyof typeof fixes];
  if (!fix || state !== 'bad') return null;
  const [words, place] = fix;
  const go = () => {
    const field = document.querySelector<HTMLElement>(place);
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  };
  return (
    <Button size="small" icon={<Wrench size={16} />} onClick={go}>
      {t(words)}
    </Button>
  );
}
