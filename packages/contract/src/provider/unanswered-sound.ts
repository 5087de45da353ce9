import { AppError } from '../app-error.ts';

/** A recognizer took the sound of an utterance and returned nothing at all, not even that there are no words in it. */
export class UnansweredSound extends AppError {
  readonly vendor: string;

  constructor(vendor: string) {
    super('PROVIDER_UNAVAILABLE', `${vendor} accepted the sound and did not answer.`);
    this.vendor = vendor;
  }
}
