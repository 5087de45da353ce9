import * as z from 'zod';
import {
  bookCalendarFunction,
  customFunction,
  holdSounds,
  pressDigitFunction,
} from '../voice/voice-function.ts';

const { name, description, calApiKey, eventTypeId, timezone } = bookCalendarFunction.shape;
const common = { name, description: description.nullish() };
const calendar = {
  ...common,
  cal_api_key: calApiKey,
  event_type_id: z.union([z.number().int(), eventTypeId]),
  timezone: timezone.nullish(),
};
const { url, method, headers, timeoutMs, speakDuringMessage, responseVariables } = customFunction.shape;

/** The tools of Retell that have a counterpart here. */
export const retellTools = {
  end_call: z.object({ ...common, type: z.literal('end_call') }),
  transfer_call: z.object({
    ...common,
    type: z.literal('transfer_call'),
    transfer_destination: z.discriminatedUnion('type', [
      z.object({ type: z.literal('predefined'), number: z.string().max(100) }),
      z.object({ type: z.literal('inferred'), prompt: z.string().max(4000) }),
    ]),
    transfer_option: z
      .object({
        type: z.enum(['cold_transfer', 'warm_transfer'], 'must be cold_transfer or warm_transfer'),
        show_transferee_as_caller: z.boolean().optional(),
        on_hold_music: z
          .enum(holdSounds, 'must be none, ringtone, relaxing_sound or uplifting_beats')
          .nullish(),
        private_handoff_option: z
          .discriminatedUnion('type', [
            z.object({ type: z.literal('prompt'), prompt: z.string().max(2000).optional() }),
            z.object({ type: z.literal('static_message'), message: z.string().max(2000).optional() }),
          ])
          .nullish(),
      })
      .default({ type: 'cold_transfer' }),
  }),
  check_availability_cal: z.object({ ...calendar, type: z.literal('check_availability_cal') }),
  book_appointment_cal: z.object({ ...calendar, type: z.literal('book_appointment_cal') }),
  press_digit: z.object({
    ...common,
    type: z.literal('press_digit'),
    delay_ms: pressDigitFunction.shape.delayMs.optional(),
  }),
  custom: z.object({
    ...common,
    type: z.literal('custom'),
    url,
    method: method.optional(),
    headers: headers.nullish(),
    timeout_ms: timeoutMs.optional(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
    args_at_root: z.boolean().optional(),
    speak_during_execution: z.boolean().optional(),
    execution_message_description: speakDuringMessage.nullish(),
    speak_after_execution: z.boolean().optional(),
    response_variables: responseVariables.nullish(),
  }),
} as const;

export type RetellToolType = keyof typeof retellTools;
export type RetellTool = z.output<(typeof retellTools)[RetellToolType]>;

/** A tool of a client: of a known type, or of another. */
export const anyRetellTool = z.looseObject({ type: z.string().max(100) });
