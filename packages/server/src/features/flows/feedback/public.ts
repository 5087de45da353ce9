// What other features and the composition may use of this one.
export { feedbackRoutes } from './feedback.routes.ts';
export { createFeedbackService } from './feedback.ts';
