import type { DigestClient } from '../auth/digest-client.ts';
import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import type { SipPeer } from '../transaction/sip-peer.ts';
import type { SipTransactions } from '../transaction/sip-transactions.ts';
import type { Dialog } from './dialog.ts';

interface Question {
  transactions: SipTransactions;
  dialog: Dialog;
  login: DigestClient | undefined;
  request: SipRequest;
  peer: SipPeer;
  /** The final response; undefined: there was none. */
  onAnswer(response: SipResponse | undefined): void;
}

const mostRounds = 3;

/** Sends a request that is no INVITE, and proves the password when it is asked for. */
export function askInDialog(question: Question, round = 1): void {
  const { transactions, dialog, login, request, peer, onAnswer } = question;
  const sent = login && round === 1 ? login.authorize(request) : request;
  transactions.request(sent, peer, {
    onResponse(response) {
      if (response.status < 200) return;
      const isAsked = round < mostRounds && (response.status === 401 || response.status === 407);
      const again = isAsked ? login?.answer(dialog.renumber(sent), response) : undefined;
      if (again) askInDialog({ ...question, request: again }, round + 1);
      else onAnswer(response);
    },
    onFailure: () => onAnswer(undefined),
  });
}
