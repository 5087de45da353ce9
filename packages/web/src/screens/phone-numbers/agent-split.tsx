import type { AgentShare } from '@tendril/contract/voice/phone-number';
import { maxAgentShares } from '@tendril/contract/voice/phone-number';
import { Check, CircleAlert, Split, X } from 'lucide-react';
import { useState } from 'react';
import { AgentField } from '../../features/phone/agent-field.tsx';
import { useKeptFocus } from '../../kit/lib/use-kept-focus.ts';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './agent-split.module.css';
import { addShare, removeShare, splitSum } from './split-sum.ts';

interface AgentSplitProps {
  direction: 'inbound' | 'outbound';
  shares: readonly AgentShare[];
  errorAt: (path: string) => string | undefined;
  onChange: (shares: AgentShare[]) => void;
}

/** Who answers, or calls: one agent, or several with their shares of the calls. */
export function AgentSplit({ direction, shares, errorAt, onChange }: AgentSplitProps) {
  const t = useTexts(phoneNumberTexts);
  const split = useKeptFocus<HTMLDivElement>(shares.length);
  const list = direction === 'inbound' ? 'inboundAgents' : 'outboundAgents';
  const label = (index: number) =>
    shares.length > 1 ? t(`${direction}Numbered`, { number: index + 1 }) : t(direction);
  const put = (index: number, share: AgentShare) =>
    onChange(shares.map((one, at) => (at === index ? share : one)));
  const choose = (index: number, agentId: string, versionId: string | null) =>
    put(index, { weight: shares[index]?.weight ?? 1, agentId, versionId });
  if (shares.length === 0)
    return (
      <AgentField
        label={t(direction)}
        value={null}
        emptyLabel={t('noAgentYet')}
        onChange={(choice) => choice && onChange([{ ...choice, weight: 1 }])}
      />
    );
  return (
    <div ref={split} tabIndex={-1} className={styles['split']}>
      {shares.map((share, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may name the same agent, or none yet
        <div key={index} className={styles['share']}>
          <AgentField
            label={label(index)}
            value={share}
            {...(shares.length === 1 && { emptyLabel: t('noAgentYet') })}
            error={errorAt(`${list}.${index}`)}
            onChange={(choice) =>
              choice ? choose(index, choice.agentId, choice.versionId) : onChange(removeShare(shares, index))
            }
          />
          {shares.length === 1 && (
            <IconButton label={t('addSplit')} size="small" onClick={() => onChange(addShare(shares))}>
              <Split size={16} />
            </IconButton>
          )}
          {shares.length > 1 && (
            <>
              <WeightField
                label={t('weight', { label: label(index) })}
                weight={share.weight}
                onChange={(weight) => put(index, { ...share, weight })}
              />
              <IconButton
                label={t('removeShare', { label: label(index) })}
                size="small"
                onClick={() => onChange(removeShare(shares, index))}
              >
                <X size={16} />
              </IconButton>
            </>
          )}
        </div>
      ))}
      {shares.length > 1 && <ShareBar shares={shares} />}
      {shares.length > 1 && (
        <div className={styles['foot']}>
          <SumLine shares={shares} />
          {shares.length < maxAgentShares && (
            <button type="button" className={styles['add']} onClick={() => onChange(addShare(shares))}>
              {t('addSplit')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

interface WeightFieldProps {
  label: string;
  weight: number;
  onChange: (weight: number) => void;
}

/** A share in percent; what is no number from 0 to 100 leaves the last valid one. */
function WeightField({ label, weight, onChange }: WeightFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const change = (text: string) => {
    setDraft(text);
    const percent = Number(text);
    if (text.trim() !== '' && percent >= 0 && percent <= 100) onChange(percent / 100);
  };
  return (
    <span className={styles['weight']}>
      <input
        type="number"
        min={0}
        max={100}
        step="any"
        aria-label={label}
        value={draft ?? Math.round(weight * 10_000) / 100}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setDraft(null)}
      />
      <span aria-hidden>%</span>
    </span>
  );
}

function ShareBar({ shares }: { shares: readonly AgentShare[] }) {
  return (
    <div className={styles['bar']} aria-hidden>
      {shares.map((share, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts stand as the rows do
        <i key={index} style={{ flexGrow: share.weight }} />
      ))}
    </div>
  );
}

function SumLine({ shares }: { shares: readonly AgentShare[] }) {
  const t = useTexts(phoneNumberTexts);
  const { isWhole, sum, rest } = splitSum(shares);
  const words = isWhole ? t('adds') : t(rest > 0 ? 'addsLess' : 'addsMore', { sum, rest: Math.abs(rest) });
  return (
    <p role="status" className={styles['sum']} data-wrong={!isWhole || undefined}>
      {isWhole ? <Check size={16} /> : <CircleAlert size={16} />}
      {words}
    </p>
  );
}
