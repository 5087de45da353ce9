import { trunkTransports } from '@tendril/contract/voice/phone-number';
import { useState } from 'react';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { Switch } from '../../kit/ui/switch.tsx';
import { CardRow, TextRow } from './card-row.tsx';
import { connectionEdit } from './connection-edit.ts';
import type { CardForm } from './use-card.ts';

/** The trunk of a number: where it is, how it is reached, and from where its calls come. */
export function TrunkRows({ form }: { form: CardForm }) {
  const t = useTexts(phoneNumberTexts);
  const edit = connectionEdit(form);
  const { trunkUri, transport, outboundProxy, isRegistered, encryptsSound, followsTransfers } =
    form.number.connection;
  return (
    <>
      <TextRow
        id="phone-trunk-uri"
        label={t('trunkUri')}
        isMono
        value={trunkUri}
        placeholder="sip.example.com:5061"
        spellCheck={false}
        error={form.errorAt('connection.trunkUri')}
        onText={(text) => edit({ trunkUri: text.trim() })}
      />
      <CardRow label={t('transport')} error={form.errorAt('connection.transport')}>
        <Segmented
          label={t('transport')}
          segments={trunkTransports.map((value) => ({ value, label: value.toUpperCase() }))}
          value={transport}
          onChange={(value) => edit({ transport: value })}
        />
      </CardRow>
      <CardRow label={t('registers')} hint={t('registersHelp')}>
        <Switch
          label={t('registers')}
          isOn={isRegistered}
          onChange={(isOn) => edit({ isRegistered: isOn })}
        />
      </CardRow>
      <TextRow
        label={t('outboundProxy')}
        isMono
        value={outboundProxy}
        spellCheck={false}
        hint={t('outboundProxyHelp')}
        error={form.errorAt('connection.outboundProxy')}
        onText={(text) => edit({ outboundProxy: text.trim() })}
      />
      <AddressesRow form={form} />
      <CardRow label={t('encryptsSound')} hint={t('encryptsSoundHelp')}>
        <Switch
          label={t('encryptsSound')}
          isOn={encryptsSound}
          onChange={(isOn) => edit({ encryptsSound: isOn })}
        />
      </CardRow>
      <CardRow label={t('followsTransfers')} hint={t('followsTransfersHelp')}>
        <Switch
          label={t('followsTransfers')}
          isOn={followsTransfers}
          onChange={(isOn) => edit({ followsTransfers: isOn })}
        />
      </CardRow>
    </>
  );
}

/** Its text is kept as it is typed: a comma at its end belongs to the next address. */
function AddressesRow({ form }: { form: CardForm }) {
  const t = useTexts(phoneNumberTexts);
  const edit = connectionEdit(form);
  const stored = form.number.connection.allowedAddresses;
  const [typed, setTyped] = useState('');
  const isTyped = listOf(typed).join() === stored.join();
  return (
    <TextRow
      label={t('allowedAddresses')}
      isMono
      value={isTyped ? typed : stored.join(', ')}
      placeholder="203.0.113.7, 198.51.100.0/24"
      spellCheck={false}
      hint={t('allowedAddressesHelp')}
      error={form.errorAt('connection.allowedAddresses')}
      onText={(text) => {
        setTyped(text);
        edit({ allowedAddresses: listOf(text) });
      }}
    />
  );
}

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
