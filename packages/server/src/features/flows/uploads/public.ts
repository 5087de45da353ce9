// What other features and the composition may use of this one.
export { assignFiles } from './assign-files.ts';
export { createAttachments } from './attachments.ts';
export { type ChatFiles, type ChatPlace, createChatFiles, forgetFilesOfChats } from './chat-files.ts';
export { createFlowFiles } from './flow-files.ts';
export { createQuestionForms } from './question-forms.ts';
export { createQuestionUploads } from './question-uploads.ts';
export { fileLoadersOf, takesChatFiles, takesUploads, uploadRulesOf } from './upload-rules.ts';
export { uploadRoutes } from './uploads.routes.ts';
