/** Which node an example takes where an input of a class is needed; the first that the class fits. */
export const preferredProviders: readonly string[] = [
  'demoModel',
  'demoEmbeddings',
  'memoryVectorStore',
  'chatPromptTemplate',
  'promptTemplate',
  'bufferMemory',
  'calculator',
  'plainText',
  'recursiveCharacterTextSplitter',
  'csvOutputParser',
  'inputModerationSimple',
  'inMemoryCache',
  'seqStart',
  'seqLLMNode',
  'llmChain',
];

/** Which node an example continues with, from a node that ends no flow; earlier ones come first. */
export const preferredConsumers: readonly string[] = [
  'llmChain',
  'toolAgent',
  'conversationalRetrievalQAChain',
  'conversationChain',
  'demoModel',
  'memoryVectorStore',
  'plainText',
  'vectorStoreRetriever',
  'seqStart',
  'seqAgent',
];

/** Values that make an example show something. */
export const exampleValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  chroma: { collectionName: 'museum' },
  chatPromptTemplate: {
    systemMessagePrompt: 'You answer in one friendly sentence.',
    humanMessagePrompt: '{question}',
  },
  promptTemplate: { template: 'Answer in one friendly sentence: {question}' },
  fewShotPromptTemplate: {
    examples: '[{ "question": "2 + 2", "answer": "4" }, { "question": "3 + 4", "answer": "7" }]',
    prefix: 'Continue.',
    suffix: 'question: {question}\nanswer:',
  },
  plainText: {
    text: 'The museum is open from ten to six, on Fridays until nine. Children under twelve are free.',
  },
  customFunction: { javascriptFunction: 'return "Today is " + new Date().toDateString();' },
  seqCustomFunction: { javascriptFunction: 'return "Today is " + new Date().toDateString();' },
  ifElseFunction: { ifFunction: 'return "yes";', elseFunction: 'return "no";' },
  setVariable: { variableName: 'city' },
  getVariable: { variableName: 'city' },
  inputModerationSimple: { denyList: 'password\ncredit card' },
  promptRetriever: {
    name: 'opening_hours',
    description: 'For questions about when the museum is open.',
    systemMessage: 'You answer questions about the opening hours of a museum.',
  },
  vectorStoreRetriever: { name: 'museum', description: 'For questions about the museum.' },
  chainTool: { name: 'friendly_answer', description: 'Answers a question in one friendly sentence.' },
  retrieverTool: { name: 'museum', description: 'Finds what is known about the museum.' },
  customDocumentLoader: {
    javascriptFunction: 'return [{ pageContent: "The museum is open from ten to six." }];',
  },
  jsonlinesFile: { pointerName: '/text' },
  getApiChain: {
    apiDocs: 'BASE URL: https://api.example.com\n\nGET /hours?day=monday answers when the museum is open.',
  },
  postApiChain: {
    apiDocs: 'BASE URL: https://api.example.com\n\nPOST /visits with {"day": "monday"} books a visit.',
  },
  seqCondition: {
    conditionName: 'Is it long?',
    conditionUI: JSON.stringify([
      { variable: '$flow.state.messages.length', operation: 'Greater Than', value: '1', output: 'Yes' },
    ]),
  },
  seqConditionAgent: {
    conditionAgentName: 'Is it about opening hours?',
    conditionUI: JSON.stringify([
      { variable: '$flow.output.content', operation: 'Contains', value: 'yes', output: 'Yes' },
    ]),
  },
  seqAgent: { agentName: 'Researcher' },
  seqToolNode: { toolNodeName: 'Tools' },
  seqLLMNode: { llmNodeName: 'Writer' },
  worker: { workerName: 'Writer', workerPrompt: 'You write short texts.' },
  supervisor: { supervisorName: 'Lead' },
};
