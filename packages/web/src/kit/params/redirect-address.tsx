import { oauth2CallbackPath } from '@tendril/contract/api/oauth2-credentials';
import { useId } from 'react';
import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import fields from './params.module.css';

/** The redirect URL that must be registered with the provider before signing in. */
export function RedirectAddress() {
  const t = useTexts(secretsTexts);
  const id = useId();
  const redirectUri = `${window.location.origin}${oauth2CallbackPath}`;
  return (
    <div className={fields['field']}>
      <label htmlFor={id}>{t('redirectUri')}</label>
      <span className={fields['box']}>
        <input id={id} readOnly value={redirectUri} aria-describedby={`${id}-note`} />
        <CopyButton text={redirectUri} label={t('copyRedirect')} />
      </span>
      <p id={`${id}-note`} className={fields['help']}>
        {t('redirectHint')}
      </p>
    </div>
  );
}
