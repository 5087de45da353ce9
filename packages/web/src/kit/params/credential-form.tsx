import { ArrowLeft, ShieldCheck } from 'lucide-react';
import type { CredentialKind } from '../api/credentials.queries.ts';
import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { CredentialFields } from './credential-fields.tsx';
import styles from './credential-form.module.css';
import { CredentialTile } from './credential-tile.tsx';
import type { CredentialMode } from './credential-values.ts';
import { RedirectAddress } from './redirect-address.tsx';
import { SignInWait } from './sign-in-wait.tsx';
import { StepMarks } from './step-marks.tsx';
import { type CredentialIntent, type StoredCredential, useCredentialForm } from './use-credential-form.ts';

interface CredentialFormProps {
  kind: CredentialKind;
  stored: StoredCredential;
  mode: CredentialMode;
  /** Leads back to the choice of the kind, where there was one. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
  onStored: (credentialId: string) => void;
}

const titles = { new: 'add', edit: 'editTitle', replace: 'replaceTitle' } as const;

/** The fields of one secret, with "Test & save" where its kind has a test and a sign-in where it needs one. */
export function CredentialForm({ kind, stored, mode, onBack, onClose, onStored }: CredentialFormProps) {
  const t = useTexts(secretsTexts);
  const form = useCredentialForm({ kind, stored, mode, onClose, onStored });
  const main = mainIntent(kind);
  return (
    <Dialog
      isOpen
      title={t(titles[mode])}
      width={560}
      isBusy={form.busyWith !== null}
      onClose={form.close}
      onSubmit={() => form.submit(main)}
      back={
        onBack && (
          <IconButton label={t('back')} onClick={onBack} disabled={form.busyWith !== null}>
            <ArrowLeft size={20} />
          </IconButton>
        )
      }
      step={onBack && <StepMarks step={2} />}
      actions={<FormActions kind={kind} main={main} busyWith={form.busyWith} onSubmit={form.submit} />}
    >
      <KindStrip kind={kind} onChange={onBack} />
      {mode === 'replace' && <p className={styles['quiet']}>{t('replaceHelp')}</p>}
      {form.refusal && (
        <p role="alert" className={styles['refusal']}>
          {form.refusal}
        </p>
      )}
      <SignInWait signIn={form.signIn} />
      <TextField
        autoFocus
        label={t('name')}
        hint={t('nameHint')}
        maxLength={200}
        aria-required="true"
        value={form.name}
        onChange={(event) => form.setName(event.target.value)}
        error={form.errors['name']}
      />
      {kind.isOAuth2 && <RedirectAddress />}
      <CredentialFields
        kind={kind}
        values={form.values}
        kept={form.kept}
        errors={form.errors}
        onChange={form.change}
      />
      <p className={styles['sealed']}>
        <ShieldCheck size={20} aria-hidden="true" />
        {t('sealed')}
      </p>
    </Dialog>
  );
}

function mainIntent(kind: CredentialKind): CredentialIntent {
  if (kind.isOAuth2) return 'connect';
  return kind.isTestable ? 'test' : 'none';
}

interface FormActionsProps {
  kind: CredentialKind;
  main: CredentialIntent;
  busyWith: CredentialIntent | null;
  onSubmit: (intent: CredentialIntent) => void;
}

const mainWords = { test: 'testAndSave', connect: 'saveAndConnect', none: 'save' } as const;

function FormActions({ kind, main, busyWith, onSubmit }: FormActionsProps) {
  const t = useTexts(secretsTexts);
  const note = kind.isOAuth2 ? t('signInNote') : kind.testNote;
  return (
    <>
      {note && <p className={styles['note']}>{note}</p>}
      {main !== 'none' && (
        <Button look="quiet" isBusy={busyWith === 'none'} onClick={() => onSubmit('none')}>
          {t(kind.isOAuth2 ? 'saveUnconnected' : 'saveUntested')}
        </Button>
      )}
      <Button look="primary" type="submit" isBusy={busyWith === main}>
        {t(mainWords[main])}
      </Button>
    </>
  );
}

function KindStrip({ kind, onChange }: { kind: CredentialKind; onChange: (() => void) | undefined }) {
  const t = useTexts(secretsTexts);
  return (
    <div className={styles['strip']}>
      <CredentialTile kind={kind} size={40} />
      <span>
        <strong>{kind.label}</strong>
        <small>{kind.description}</small>
      </span>
      {onChange && (
        <Button size="small" onClick={onChange}>
          {t('change')}
        </Button>
      )}
    </div>
  );
}
