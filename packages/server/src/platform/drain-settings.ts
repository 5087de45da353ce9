import { setting, wholeNumber } from './setting.ts';

/** How long what is in progress may last when the server is asked to stop. */
export const drainSettings = {
  shutdownGraceMs: setting(
    'SHUTDOWN_GRACE_MS',
    '25000',
    'Milliseconds that running answers have to finish when the server is asked to stop; then they go on in another process from their last step, or, where there is none, end with an error.',
    wholeNumber(25_000, 0, 3_600_000),
  ),
  handoverMs: setting(
    'HANDOVER_MS',
    '60000',
    'Milliseconds that a server which is asked to stop passes on answers that went on in another process to those who asked it for them; then they get an error.',
    wholeNumber(60_000, 0, 3_600_000),
  ),
  drainNoticeMs: setting(
    'DRAIN_NOTICE_MS',
    '5000',
    'Milliseconds that a server which is asked to stop goes on answering everything, while /health/ready already says 503 and balancers turn to the others. Without another server it stops at once.',
    wholeNumber(5000, 0, 600_000),
  ),
  callDrainMs: setting(
    'CALL_DRAIN_MS',
    '3600000',
    'Milliseconds that running calls, trials in the browser included, have to finish when the server is asked to stop; then they are hung up.',
    wholeNumber(3_600_000, 0, 86_400_000),
  ),
};
