// What other features and the composition may use of this one.
export { type CallAnalyses, createCallAnalyses } from './call-analysis.ts';
export { likeness, wordsOf } from './likeness.ts';
