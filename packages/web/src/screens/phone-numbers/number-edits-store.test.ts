import { beforeEach, expect, it } from 'vitest';
import { editedNumbers, editNumber, forgetEdits, toChanges, useNumberEdits } from './number-edits-store.ts';

const record = {
  id: 'n1',
  phoneNumber: '+15125550142',
  nickname: 'Front desk',
  connection: { trunkUri: 'sip.example.com', codecs: ['PCMU'] },
};

beforeEach(() => useNumberEdits.setState({}, true));

it('keeps what differs from what is stored, by number, and nothing else', () => {
  editNumber(record, { nickname: 'Night', fallbackNumber: '' });
  expect(useNumberEdits.getState()['n1']).toEqual({ nickname: 'Night' });
  expect(editedNumbers(useNumberEdits.getState())).toEqual(['n1']);
  editNumber(record, { nickname: 'Front desk' });
  expect(editedNumbers(useNumberEdits.getState())).toEqual([]);
});

it('forgets what was saved and keeps what was not, or was changed again meanwhile', () => {
  editNumber(record, { nickname: 'Night', isPaused: true, fallbackNumber: '+1512' });
  editNumber(record, { fallbackNumber: '+15125550100' });
  forgetEdits('n1', { nickname: 'Night', fallbackNumber: '+1512' });
  expect(useNumberEdits.getState()['n1']).toEqual({ isPaused: true, fallbackNumber: '+15125550100' });
});

it('SP-03: sends a connection with what nobody knows of it', () => {
  const connection = {
    trunkUri: 'sip.other.example',
    transport: 'tls' as const,
    credentialId: '',
    carrierNumberId: '',
    ...{ isRegistered: false, allowedAddresses: [], outboundProxy: '', encryptsSound: false },
    followsTransfers: false,
  };
  expect(toChanges(record, { connection })).toEqual({ connection: { ...connection, codecs: ['PCMU'] } });
  expect(toChanges(record, { isPaused: true })).toEqual({ isPaused: true });
});
