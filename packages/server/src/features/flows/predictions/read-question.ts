import type { PredictionBody } from '@tendril/contract/api/predictions';
import { AppError } from '@tendril/contract/app-error';
import type { AskedFlow, QuestionUploadService, QuestionUploads } from './question-intake.ts';

/** A question with everything that came with it. */
interface WholeQuestion extends Pick<QuestionUploads, 'attachment' | 'images' | 'stored'> {
  question: string;
}

/**
 * Processes what came with a question and inserts transcribed speech. A question may consist of files alone; an empty
 * one is refused. Throws INVALID_INPUT, and the errors of uploads.
 */
export async function readQuestion(
  uploads: QuestionUploadService,
  place: AskedFlow,
  asked: Pick<PredictionBody, 'question' | 'uploads'>,
  mayBeEmpty = false,
): Promise<WholeQuestion> {
  if (!asked.uploads?.length && !mayBeEmpty) requireText(asked.question);
  const { spoken, ...brought } = await uploads.take(place, asked.uploads);
  const whole = [asked.question.trim(), spoken].filter(Boolean).join(' ');
  if (!mayBeEmpty && brought.images.length === 0 && brought.attachment === '') requireText(whole);
  return { ...brought, question: spoken ? whole : asked.question };
}

function requireText(question: string): void {
  if (question.trim() !== '') return;
  const details = [{ path: 'question', message: 'must not be empty' }];
  throw new AppError('INVALID_INPUT', 'question: must not be empty', { details });
}
