import type { TemplateDetail, TemplateNeed } from '@tendril/contract/api/template-gallery';
import { Check, CircleHelp, X } from 'lucide-react';
import { Link } from 'react-router';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './template-facts.module.css';

/** What a template does, and what it needs. */
export function TemplateFacts({ template }: { template: TemplateDetail }) {
  const t = useTexts(marketplacesTexts);
  const { about, needs, isDemo, type, tools } = template;
  return (
    <div className={styles['facts']}>
      <section>
        <h2>{t('about')}</h2>
        <p className={styles['about']}>{about || t('noText')}</p>
      </section>
      {type !== 'TOOL' && (
        <section>
          <h2>{t('needs')}</h2>
          {needs.length === 0 && <p>{t(isDemo ? 'needsNothing' : 'needsOnlyOwn')}</p>}
          <ul className={styles['needs']}>
            {needs.map((need) => (
              <Need key={need.label} need={need} />
            ))}
          </ul>
          {tools.length > 0 && (
            <p className={styles['brings']}>
              {t('brings', { count: tools.length, names: tools.map(({ name }) => name).join(', ') })}
            </p>
          )}
        </section>
      )}
    </div>
  );
}

const signs = {
  met: { Icon: Check, key: 'met' },
  missing: { Icon: X, key: 'missing' },
  open: { Icon: CircleHelp, key: 'check' },
} as const;

function Need({ need: { label, isMet } }: { need: TemplateNeed }) {
  const t = useTexts(marketplacesTexts);
  const state = isMet === null ? 'open' : isMet ? 'met' : 'missing';
  const { Icon, key } = signs[state];
  return (
    <li>
      <span className={styles[state]} role="img" aria-label={t(key)} title={t(key)}>
        <Icon size={16} strokeWidth={2.25} />
      </span>
      <span>
        {label}
        {state === 'missing' && (
          <>
            {' '}
            <Link to="/credentials">{t('addSecret')}</Link>
          </>
        )}
      </span>
    </li>
  );
}
