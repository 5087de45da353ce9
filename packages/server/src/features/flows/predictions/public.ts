// What other features and the composition may use of this one.

export { createAfterAnswer } from './after-answer.ts';
export { createCanvasOutputs } from './canvas-outputs.ts';
export { requireRunRight } from './flow-access.ts';
export { callersOf } from './flow-callers.ts';
export { createFlowGate, type Entered, type FlowGate } from './flow-gate.ts';
export { chatbotFrameRule, visitorOriginRule } from './flow-origins.ts';
export { createFlowPlans, type FlowPlans, type ReadyVersion } from './flow-plans.ts';
export { outcomeFailure } from './outcome-failure.ts';
export { readOverrides } from './override-rules.ts';
export { answerByJson, answerByStream, predictionRoutes } from './predictions.routes.ts';
export { createPredictionService, type PredictionService } from './predictions.ts';
export type {
  AskedFlow,
  AskedForm,
  QuestionForm,
  QuestionForms,
  QuestionUploadService,
  QuestionUploads,
} from './question-intake.ts';
export { type RunServiceParts, runServices } from './run-services.ts';
export { saysItStreams } from './says-it-streams.ts';
export { UnheardText } from './unheard-text.ts';
export { createVisitorRules } from './visitor-rules.ts';
