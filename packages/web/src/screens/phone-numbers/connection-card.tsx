import { carrierKinds } from '@tendril/contract/api/phone-number-imports';
import type { AssistantPhoneNumber } from '@tendril/contract/api/phone-numbers';
import { phoneProviders } from '@tendril/contract/voice/phone-number';
import { useId } from 'react';
import { CredentialInput } from '../../kit/params/credential-input.tsx';
import { SelectField } from '../../kit/params/select-field.tsx';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Card } from './card.tsx';
import { CardRow } from './card-row.tsx';
import styles from './connection-card.module.css';
import { connectionEdit } from './connection-edit.ts';
import { CountriesField } from './countries-field.tsx';
import { TrunkRows } from './trunk-rows.tsx';
import { type CardForm, useCard } from './use-card.ts';

const fields = ['provider', 'connection', 'allowedInboundCountries', 'allowedOutboundCountries'] as const;
const secretKinds = { ...carrierKinds, sip: 'sipLogin' } as const;

/** How calls reach a number, and from where. */
export function ConnectionCard({ record }: { record: AssistantPhoneNumber }) {
  const t = useTexts(phoneNumberTexts);
  const form = useCard(record, t('connection'), fields);
  const { provider } = form.number;
  if (provider === 'browser')
    return (
      <Card title={t('connection')} aside={<Remark>{t('browser')}</Remark>}>
        <p className={styles['note']}>{t('browserConnection')}</p>
      </Card>
    );
  return (
    <Card title={t('connection')} aside={<Remark>{t(provider ?? 'notConnected')}</Remark>} form={form}>
      <ProviderRow form={form} />
      {provider === 'sip' && <TrunkRows form={form} />}
      {provider !== null && <SecretRow form={form} kind={provider} />}
      {(provider === 'twilio' || provider === 'telnyx') && form.number.connection.carrierNumberId !== '' && (
        <CardRow label={t('carrierNumber')}>
          <code className={styles['code']}>{form.number.connection.carrierNumberId}</code>
        </CardRow>
      )}
      <CardRow label={t('countriesIn')} error={form.errorAt('allowedInboundCountries')}>
        <CountriesField
          label={t('countriesIn')}
          value={form.number.allowedInboundCountries}
          onChange={(allowedInboundCountries) => form.edit({ allowedInboundCountries })}
        />
      </CardRow>
      <CardRow label={t('countriesOut')} error={form.errorAt('allowedOutboundCountries')}>
        <CountriesField
          label={t('countriesOut')}
          value={form.number.allowedOutboundCountries}
          onChange={(allowedOutboundCountries) => form.edit({ allowedOutboundCountries })}
        />
      </CardRow>
      {provider !== 'sip' && <p className={styles['note']}>{t('noTransport')}</p>}
    </Card>
  );
}

function Remark({ children }: { children: string }) {
  return <span className={styles['remark']}>{children}</span>;
}

function ProviderRow({ form }: { form: CardForm }) {
  const t = useTexts(phoneNumberTexts);
  const id = useId();
  const editConnection = connectionEdit(form);
  const choose = (name: string) => {
    form.edit({ provider: phoneProviders.find((one) => one === name) ?? null });
    // A secret of one provider does not work with another.
    editConnection({ credentialId: '' });
  };
  return (
    <CardRow label={t('provider')} controlId={id} error={form.errorAt('provider')}>
      <SelectField
        id={id}
        value={form.number.provider ?? ''}
        options={(['sip', 'twilio', 'telnyx'] as const).map((name) => ({ name, label: t(name) }))}
        emptyLabel={t('noProvider')}
        canBeEmpty
        onChange={choose}
      />
    </CardRow>
  );
}

function SecretRow({ form, kind }: { form: CardForm; kind: keyof typeof secretKinds }) {
  const t = useTexts(phoneNumberTexts);
  const id = 'phone-secret';
  const editConnection = connectionEdit(form);
  const label = t(kind === 'sip' ? 'login' : 'account');
  const input = {
    name: 'credentialId',
    label,
    type: 'credential',
    credentialNames: [secretKinds[kind]],
    optional: true,
  };
  return (
    <CardRow label={label} controlId={id} error={form.errorAt('connection.credentialId')}>
      <CredentialInput
        fieldId={id}
        input={input}
        value={form.number.connection.credentialId}
        onChange={(credentialId) => editConnection({ credentialId })}
      />
    </CardRow>
  );
}
