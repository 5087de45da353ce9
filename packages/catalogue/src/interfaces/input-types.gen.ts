// Written by tools/import-interfaces.ts: what the inputs of each interface hold when its node runs.
import type { AnchorOf } from '@tendril/contract/node/anchor';
import type { ChosenTab } from '@tendril/contract/node/param';

type Group = Record<string, unknown>;

export interface NodeInputs {
  AWSBedrockEmbeddings: {
    region: string;
    model: string;
    customModel: string | undefined;
    endpointHost: string | undefined;
    inputType: 'search_document' | 'search_query' | 'classification' | 'clustering' | undefined;
    batchSize: number;
    maxRetries: number;
  };
  Astra: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    astraCollection: string;
    vectorDimension: number | undefined;
    similarityMetric: string | undefined;
    topK: number | undefined;
    searchType: 'similarity' | 'mmr';
    fetchK: number | undefined;
    lambda: number | undefined;
  };
  AzureRerankRetriever: {
    baseRetriever: AnchorOf<'VectorStoreRetriever'>;
    model: 'rerank-v3.5' | 'rerank-english-v3.0' | 'rerank-multilingual-v3.0' | 'Cohere-rerank-v4.0-fast' | 'Cohere-rerank-v4.0-pro';
    query: string | undefined;
    topK: number | undefined;
    maxChunksPerDoc: number | undefined;
  };
  ChatflowTool: {
    selectedChatflow: string;
    name: string;
    description: string;
    returnDirect: boolean | undefined;
    overrideConfig: unknown;
    baseURL: string | undefined;
    startNewSession: boolean;
    useQuestionFromChat: boolean | undefined;
    customInput: string | undefined;
  };
  DynamoDBChatMemory: {
    tableName: string;
    partitionKey: string;
    region: string;
    sessionId: string | undefined;
    memoryKey: string;
  };
  HydeRetriever: {
    model: AnchorOf<'BaseLanguageModel'>;
    vectorStore: AnchorOf<'VectorStore'>;
    query: string | undefined;
    promptKey: 'websearch' | 'scifact' | 'arguana' | 'trec-covid' | 'fiqa' | 'dbpedia-entity' | 'trec-news' | 'mr-tydi';
    customPrompt: string | undefined;
    topK: number;
  };
  JinaRerankRetriever: {
    baseRetriever: AnchorOf<'VectorStoreRetriever'>;
    model: 'jina-reranker-v2-base-multilingual' | 'jina-colbert-v2';
    query: string | undefined;
    topN: number;
  };
  MongoDBAtlasChatMemory: {
    databaseName: string;
    collectionName: string;
    sessionId: string | undefined;
    memoryKey: string;
  };
  MySQLRecordManager: {
    host: string;
    database: string;
    port: number | undefined;
    additionalConfig: unknown;
    tableName: string | undefined;
    namespace: string | undefined;
    cleanup: 'none' | 'incremental' | 'full';
    sourceIdKey: string;
  };
  Neo4j: {
    database: string | undefined;
    timeoutMs: number;
    enhancedSchema: boolean;
  };
  RRFRetriever: {
    baseRetriever: AnchorOf<'VectorStoreRetriever'>;
    model: AnchorOf<'BaseLanguageModel'>;
    query: string | undefined;
    queryCount: number;
    topK: number | undefined;
    c: number;
  };
  RedisBackedChatMemory: {
    sessionId: string | undefined;
    sessionTTL: number | undefined;
    memoryKey: string;
    windowSize: number | undefined;
  };
  S3: {
    bucketName: string;
    keyName: string;
    region: string;
    fileProcessingMethod: 'builtIn' | 'unstructured';
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
    unstructuredAPIUrl: string | undefined;
    unstructuredAPIKey: string | undefined;
    strategy: 'hi_res' | 'fast' | 'ocr_only' | 'auto' | undefined;
    encoding: string | undefined;
    skipInferTableTypes: string[] | undefined;
    hiResModelName: 'chipper' | 'detectron2_onnx' | 'yolox' | 'yolox_quantized' | undefined;
    chunkingStrategy: 'None' | 'by_title' | undefined;
    ocrLanguages: string[] | undefined;
    sourceIdKey: string | undefined;
    coordinates: boolean | undefined;
    xmlKeepTags: boolean | undefined;
    includePageBreaks: boolean | undefined;
    multiPageSections: boolean | undefined;
    combineUnderNChars: number | undefined;
    newAfterNChars: number | undefined;
    maxCharacters: number | undefined;
  };
  SQLiteRecordManager: {
    additionalConfig: unknown;
    tableName: string | undefined;
    namespace: string | undefined;
    cleanup: 'none' | 'incremental' | 'full';
    sourceIdKey: string;
  };
  ZepMemory: {
    baseURL: string;
    sessionId: string | undefined;
    k: number;
    aiPrefix: string;
    humanPrefix: string;
    memoryKey: string;
    inputKey: string;
    outputKey: string;
  };
  ZepMemoryCloud: {
    sessionId: string | undefined;
    memoryType: string;
    aiPrefix: string;
    humanPrefix: string;
    memoryKey: string;
    inputKey: string;
    outputKey: string;
  };
  advancedStructuredOutputParser: {
    autofixParser: boolean | undefined;
    exampleJson: string | undefined;
  };
  agentAgentflow: {
    agentModel: string;
    agentModelConfig: Group | undefined;
    agentMessages: { role?: 'system' | 'assistant' | 'developer' | 'user'; content?: string }[] | undefined;
    agentToolsBuiltInOpenAI: string[] | undefined;
    agentToolsBuiltInGemini: string[] | undefined;
    agentToolsBuiltInAnthropic: string[] | undefined;
    agentTools: { agentSelectedTool?: string; agentSelectedToolConfig?: Group; agentSelectedToolRequiresHumanInput?: boolean }[] | undefined;
    agentKnowledgeDocumentStores: { documentStore?: string; docStoreDescription?: string; returnSourceDocuments?: boolean }[] | undefined;
    agentKnowledgeVSEmbeddings: { vectorStore?: string; vectorStoreConfig?: Group; embeddingModel?: string; embeddingModelConfig?: Group; knowledgeName?: string; knowledgeDescription?: string; returnSourceDocuments?: boolean }[] | undefined;
    agentEnableMemory: boolean;
    agentMemoryType: 'allMessages' | 'windowSize' | 'conversationSummary' | 'conversationSummaryBuffer' | undefined;
    agentMemoryWindowSize: number | undefined;
    agentMemoryMaxTokenLimit: number | undefined;
    agentUserMessage: string | undefined;
    agentReturnResponseAs: 'userMessage' | 'assistantMessage';
    agentStructuredOutput: { key?: string; type?: 'string' | 'stringArray' | 'number' | 'boolean' | 'enum' | 'jsonArray'; enumValues?: string; jsonSchema?: string; description?: string }[] | undefined;
    agentUpdateState: { key?: string; value?: string }[] | undefined;
  };
  agentAsTool: {
    selectedAgentflow: string;
    name: string;
    description: string;
    returnDirect: boolean | undefined;
    overrideConfig: unknown;
    baseURL: string | undefined;
    startNewSession: boolean;
    useQuestionFromChat: boolean | undefined;
    customInput: string | undefined;
  };
  agentMemory: {
    databaseType: 'sqlite' | 'postgres' | 'mysql';
    databaseFilePath: string | undefined;
    host: string | undefined;
    database: string | undefined;
    port: number | undefined;
    additionalConfig: unknown;
  };
  airtable: {
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    baseId: string;
    tableId: string;
    viewId: string | undefined;
    fields: string | undefined;
    returnAll: boolean;
    limit: number;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
    filterByFormula: string | undefined;
  };
  anthropicAgentLlamaIndex: {
    tools: AnchorOf<'Tool_LlamaIndex'>[];
    memory: AnchorOf<'BaseChatMemory'>;
    model: AnchorOf<'BaseChatModel_LlamaIndex'>;
    systemMessage: string | undefined;
  };
  apiLoader: {
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    method: 'GET' | 'POST';
    url: string;
    headers: unknown;
    caFile: string | undefined;
    body: unknown;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  apifyWebsiteContentCrawler: {
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    urls: string;
    crawlerType: 'playwright:chrome' | 'playwright:firefox' | 'cheerio' | 'jsdom';
    maxCrawlDepth: number;
    maxCrawlPages: number;
    additionalInput: unknown;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  arxiv: {
    arxivName: string;
    arxivDescription: string | undefined;
    topKResults: number;
    maxQueryLength: number;
    docContentCharsMax: number;
    loadFullContent: boolean;
    continueOnFailure: boolean;
    legacyBuild: boolean;
  };
  awsBedrockKBRetriever: {
    region: string;
    knoledgeBaseID: string;
    query: string | undefined;
    topK: number;
    searchType: 'HYBRID' | 'SEMANTIC' | undefined;
    filter: string | undefined;
  };
  awsChatBedrock: {
    cache: AnchorOf<'BaseCache'> | undefined;
    region: string;
    model: string;
    customModel: string | undefined;
    endpointHost: string | undefined;
    streaming: boolean;
    allowImageUploads: boolean;
    temperature: number;
    max_tokens_to_sample: number;
    latencyOptimized: boolean;
    useGlobalEndpoint: boolean;
  };
  awsDynamoDBKVStorage: {
    region: 'us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'af-south-1' | 'ap-east-1' | 'ap-south-1' | 'ap-northeast-3' | 'ap-northeast-2' | 'ap-southeast-1' | 'ap-southeast-2' | 'ap-northeast-1' | 'ca-central-1' | 'eu-central-1' | 'eu-west-1' | 'eu-west-2' | 'eu-south-1' | 'eu-west-3' | 'eu-north-1' | 'me-south-1' | 'sa-east-1';
    tableName: string;
    keyPrefix: string | undefined;
    operation: 'store' | 'retrieve';
  };
  awsSNS: {
    region: 'us-east-1' | 'us-east-2' | 'us-west-1' | 'us-west-2' | 'af-south-1' | 'ap-east-1' | 'ap-south-1' | 'ap-northeast-3' | 'ap-northeast-2' | 'ap-southeast-1' | 'ap-southeast-2' | 'ap-northeast-1' | 'ca-central-1' | 'eu-central-1' | 'eu-west-1' | 'eu-west-2' | 'eu-south-1' | 'eu-west-3' | 'eu-north-1' | 'me-south-1' | 'sa-east-1';
    topicArn: string;
  };
  azureChatOpenAI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    maxTokens: number | undefined;
    streaming: boolean;
    allowImageUploads: boolean;
    reasoning: boolean;
    reasoningEffort: 'low' | 'medium' | 'high' | undefined;
    reasoningSummary: 'auto' | 'concise' | 'detailed' | undefined;
    topP: number | undefined;
    frequencyPenalty: number | undefined;
    presencePenalty: number | undefined;
    timeout: number | undefined;
    basepath: string | undefined;
    baseOptions: unknown;
  };
  azureChatOpenAI_LlamaIndex: {
    modelName: string;
    temperature: number;
    maxTokens: number | undefined;
    topP: number | undefined;
    timeout: number | undefined;
  };
  azureOpenAI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    maxTokens: number | undefined;
    topP: number | undefined;
    bestOf: number | undefined;
    frequencyPenalty: number | undefined;
    presencePenalty: number | undefined;
    timeout: number | undefined;
    basepath: string | undefined;
  };
  azureOpenAIEmbeddings: {
    batchSize: number;
    timeout: number | undefined;
    basepath: string | undefined;
    baseOptions: unknown;
  };
  azureOpenAIEmbeddingsLlamaIndex: {
    timeout: number | undefined;
  };
  baiduQianfanEmbeddings: {
    modelName: string;
    customModelName: string | undefined;
    stripNewLines: boolean | undefined;
    batchSize: number;
    timeout: number | undefined;
  };
  braveSearchAPI: Record<never, never>;
  braveSearchApiLoader: {
    query: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  braveSearchMCP: {
    mcpActions: string[];
  };
  browserlessMCP: {
    mcpActions: string[];
  };
  bufferMemory: {
    sessionId: string | undefined;
    memoryKey: string;
  };
  bufferWindowMemory: {
    k: number;
    sessionId: string | undefined;
    memoryKey: string;
  };
  calculator: Record<never, never>;
  chainTool: {
    name: string;
    description: string;
    returnDirect: boolean | undefined;
    baseChain: AnchorOf<'BaseChain'>;
  };
  characterTextSplitter: {
    chunkSize: number;
    chunkOverlap: number;
    separator: string | undefined;
  };
  chatAlibabaTongyi: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
  };
  chatAnthropic: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
    allowImageUploads: boolean;
    extendedThinking: boolean | undefined;
    budgetTokens: number | undefined;
    adaptiveThinking: boolean | undefined;
    thinkingEffort: 'low' | 'medium' | 'high' | 'max' | undefined;
    maxTokensToSample: number | undefined;
    topP: number | undefined;
    topK: number | undefined;
  };
  chatAnthropic_LlamaIndex: {
    modelName: string;
    temperature: number;
    maxTokensToSample: number | undefined;
    topP: number | undefined;
  };
  chatBaiduWenxin: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    customModelName: string | undefined;
    temperature: number;
    streaming: boolean;
    topP: number | undefined;
    penaltyScore: number | undefined;
    userId: string | undefined;
  };
  chatCerebras: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
    maxTokens: number | undefined;
    topP: number | undefined;
    frequencyPenalty: number | undefined;
    presencePenalty: number | undefined;
    timeout: number | undefined;
    basepath: string;
    baseOptions: unknown;
  };
  chatCloudflareWorkersAI: {
    model: string;
    baseUrl: string | undefined;
  };
  chatCohere: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
  };
  chatCometAPI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
    maxTokens: number | undefined;
    topP: number | undefined;
    frequencyPenalty: number | undefined;
    presencePenalty: number | undefined;
    baseOptions: unknown;
  };
  chatDeepseek: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
    maxTokens: number | undefined;
    topP: number | undefined;
    frequencyPenalty: number | undefined;
    presencePenalty: number | undefined;
    timeout: number | undefined;
    stopSequence: string | undefined;
    thinking: boolean;
    baseOptions: unknown;
  };
  chatFireworks: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
  };
  chatGoogleGenerativeAI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    customModelName: string | undefined;
    temperature: number;
    streaming: boolean;
    allowImageUploads: boolean;
    thinkingBudget: number | undefined;
    thinkingLevel: 'LOW' | 'MEDIUM' | 'HIGH' | undefined;
    maxOutputTokens: number | undefined;
    topP: number | undefined;
    topK: number | undefined;
    safetySettings: { harmCategory?: 'HARM_CATEGORY_DANGEROUS_CONTENT' | 'HARM_CATEGORY_HARASSMENT' | 'HARM_CATEGORY_HATE_SPEECH' | 'HARM_CATEGORY_SEXUALLY_EXPLICIT' | 'HARM_CATEGORY_CIVIC_INTEGRITY'; harmBlockThreshold?: 'BLOCK_NONE' | 'BLOCK_ONLY_HIGH' | 'BLOCK_MEDIUM_AND_ABOVE' | 'BLOCK_LOW_AND_ABOVE' | 'HARM_BLOCK_THRESHOLD_UNSPECIFIED' }[] | undefined;
    baseUrl: string | undefined;
  };
  chatGoogleVertexAI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    region: string | undefined;
    modelName: string;
    customModelName: string | undefined;
    temperature: number;
    streaming: boolean;
    allowImageUploads: boolean;
    thinkingBudget: number | undefined;
    thinkingLevel: 'LOW' | 'MEDIUM' | 'HIGH' | undefined;
    maxOutputTokens: number | undefined;
    topP: number | undefined;
    topK: number | undefined;
  };
  chatGroq_LlamaIndex: {
    modelName: string;
    temperature: number;
    maxTokens: number | undefined;
  };
  chatHuggingFace: {
    cache: AnchorOf<'BaseCache'> | undefined;
    model: string;
    endpoint: string | undefined;
    temperature: number | undefined;
    maxTokens: number | undefined;
    topP: number | undefined;
    hfTopK: number | undefined;
    frequencyPenalty: number | undefined;
    stop: string | undefined;
  };
  chatIBMWatsonx: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
    maxTokens: number | undefined;
    frequencyPenalty: number | undefined;
    logprobs: boolean;
    n: number;
    presencePenalty: number;
    topP: number;
  };
  chatLitellm: {
    cache: AnchorOf<'BaseCache'> | undefined;
    basePath: string;
    modelName: string;
    temperature: number;
    streaming: boolean;
    allowImageUploads: boolean;
    maxTokens: number | undefined;
    topP: number | undefined;
    timeout: number | undefined;
  };
  chatLocalAI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    basePath: string;
    modelName: string;
    temperature: number;
    streaming: boolean;
    maxTokens: number | undefined;
    topP: number | undefined;
    timeout: number | undefined;
  };
  chatMistralAI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
    maxOutputTokens: number | undefined;
    topP: number | undefined;
    randomSeed: number | undefined;
    safeMode: boolean | undefined;
    overrideEndpoint: string | undefined;
  };
  chatMistral_LlamaIndex: {
    modelName: string;
    temperature: number;
    maxTokensToSample: number | undefined;
    topP: number | undefined;
  };
  chatNemoGuardrails: {
    configurationId: string;
    baseUrl: string;
  };
  chatNvidiaNIM: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    basePath: string;
    temperature: number;
    streaming: boolean;
    maxTokens: number | undefined;
    topP: number | undefined;
    frequencyPenalty: number | undefined;
    presencePenalty: number | undefined;
    timeout: number | undefined;
    baseOptions: unknown;
  };
  chatOllama: {
    cache: AnchorOf<'BaseCache'> | undefined;
    baseUrl: string;
    modelName: string;
    temperature: number;
    streaming: boolean;
    allowImageUploads: boolean;
    think: boolean;
    jsonMode: boolean | undefined;
    keepAlive: string;
    topP: number | undefined;
    topK: number | undefined;
    mirostat: number | undefined;
    mirostatEta: number | undefined;
    mirostatTau: number | undefined;
    numCtx: number | undefined;
    numGpu: number | undefined;
    numThread: number | undefined;
    repeatLastN: number | undefined;
    repeatPenalty: number | undefined;
    stop: string | undefined;
    tfsZ: number | undefined;
  };
  chatOllama_LlamaIndex: {
    baseUrl: string;
    modelName: string;
    temperature: number;
    topP: number | undefined;
    topK: number | undefined;
    mirostat: number | undefined;
    mirostatEta: number | undefined;
    mirostatTau: number | undefined;
    numCtx: number | undefined;
    numGpu: number | undefined;
    numThread: number | undefined;
    repeatLastN: number | undefined;
    repeatPenalty: number | undefined;
    stop: string | undefined;
    tfsZ: number | undefined;
  };
  chatOpenAI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
    allowImageUploads: boolean;
    reasoning: boolean;
    reasoningEffort: 'low' | 'medium' | 'high' | 'xhigh' | undefined;
    reasoningSummary: 'auto' | 'concise' | 'detailed' | undefined;
    maxTokens: number | undefined;
    topP: number | undefined;
    frequencyPenalty: number | undefined;
    presencePenalty: number | undefined;
    timeout: number | undefined;
    strictToolCalling: boolean | undefined;
    stopSequence: string | undefined;
    basepath: string | undefined;
    baseOptions: unknown;
  };
  chatOpenAICustom: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
    maxTokens: number | undefined;
    topP: number | undefined;
    frequencyPenalty: number | undefined;
    presencePenalty: number | undefined;
    timeout: number | undefined;
    basepath: string | undefined;
    baseOptions: unknown;
  };
  chatOpenAI_LlamaIndex: {
    modelName: string;
    temperature: number;
    maxTokens: number | undefined;
    topP: number | undefined;
    timeout: number | undefined;
    basepath: string | undefined;
  };
  chatOpenRouter: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
    allowImageUploads: boolean;
    maxTokens: number | undefined;
    topP: number | undefined;
    frequencyPenalty: number | undefined;
    presencePenalty: number | undefined;
    timeout: number | undefined;
    basepath: string;
    baseOptions: unknown;
  };
  chatPerplexity: {
    cache: AnchorOf<'BaseCache'> | undefined;
    model: string;
    temperature: number;
    maxTokens: number | undefined;
    topP: number | undefined;
    topK: number | undefined;
    presencePenalty: number | undefined;
    frequencyPenalty: number | undefined;
    streaming: boolean;
    timeout: number | undefined;
    proxyUrl: string | undefined;
  };
  chatPromptTemplate: {
    systemMessagePrompt: string;
    humanMessagePrompt: string;
    promptValues: unknown;
    messageHistory: ChosenTab;
  };
  chatSambanova: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
    basepath: string;
    baseOptions: unknown;
  };
  chatTogetherAI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
  };
  chatTogetherAI_LlamaIndex: {
    modelName: string;
    temperature: number;
  };
  chatXAI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    streaming: boolean;
    allowImageUploads: boolean;
    maxTokens: number | undefined;
  };
  cheerioWebScraper: {
    url: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    relativeLinksMethod: 'webCrawl' | 'scrapeXMLSitemap';
    limit: number;
    selector: string | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  chroma: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    recordManager: AnchorOf<'RecordManager'> | undefined;
    collectionName: string;
    chromaURL: string | undefined;
    chromaMetadataFilter: unknown;
    topK: number | undefined;
  };
  codeInterpreterE2B: {
    toolName: string;
    toolDesc: string | undefined;
  };
  codeTextSplitter: {
    language: 'c' | 'cobol' | 'cpp' | 'csharp' | 'elixir' | 'go' | 'haskell' | 'html' | 'java' | 'js' | 'kotlin' | 'latex' | 'lua' | 'markdown' | 'php' | 'powershell' | 'proto' | 'python' | 'rst' | 'ruby' | 'rust' | 'scala' | 'sol' | 'swift' | 'ts';
    chunkSize: number;
    chunkOverlap: number;
  };
  cohere: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    maxTokens: number | undefined;
  };
  cohereEmbeddings: {
    modelName: string;
    inputType: 'search_document' | 'search_query' | 'classification' | 'clustering';
  };
  cohereRerankRetriever: {
    baseRetriever: AnchorOf<'VectorStoreRetriever'>;
    model: 'rerank-v3.5' | 'rerank-english-v3.0' | 'rerank-multilingual-v3.0';
    query: string | undefined;
    topK: number | undefined;
    maxChunksPerDoc: number | undefined;
  };
  compactrefineLlamaIndex: {
    refinePrompt: string | undefined;
    textQAPrompt: string | undefined;
  };
  composio: {
    appName: string;
    connectedAccountId: string;
    actions: string[];
  };
  conditionAgentAgentflow: {
    conditionAgentModel: string;
    conditionAgentModelConfig: Group | undefined;
    conditionAgentInstructions: string;
    conditionAgentInput: string | undefined;
    conditionAgentScenarios: { scenario?: string }[];
    conditionAgentEnableMemory: boolean;
    conditionAgentMemoryType: 'allMessages' | 'windowSize' | 'conversationSummary' | 'conversationSummaryBuffer' | undefined;
    conditionAgentMemoryWindowSize: number | undefined;
    conditionAgentMemoryMaxTokenLimit: number | undefined;
    conditionAgentOverrideSystemPrompt: boolean | undefined;
    conditionAgentSystemPrompt: string | undefined;
  };
  conditionAgentflow: {
    conditions: { type?: 'string' | 'number' | 'boolean'; value1?: string | number | boolean; operation?: 'contains' | 'endsWith' | 'equal' | 'notContains' | 'notEqual' | 'regex' | 'startsWith' | 'isEmpty' | 'notEmpty' | 'smaller' | 'smallerEqual' | 'equal' | 'notEqual' | 'larger' | 'largerEqual' | 'isEmpty' | 'notEmpty' | 'equal' | 'notEqual'; value2?: string | number | boolean }[];
  };
  confluence: {
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    baseUrl: string;
    spaceKey: string;
    limit: number;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  contextChatEngine: {
    model: AnchorOf<'BaseChatModel_LlamaIndex'>;
    vectorStoreRetriever: AnchorOf<'VectorIndexRetriever'>;
    memory: AnchorOf<'BaseChatMemory'>;
    returnSourceDocuments: boolean | undefined;
    systemMessagePrompt: string | undefined;
  };
  conversationChain: {
    model: AnchorOf<'BaseChatModel'>;
    memory: AnchorOf<'BaseMemory'>;
    chatPromptTemplate: AnchorOf<'ChatPromptTemplate'> | undefined;
    inputModeration: AnchorOf<'Moderation'>[];
    systemMessagePrompt: string | undefined;
  };
  conversationSummaryBufferMemory: {
    model: AnchorOf<'BaseChatModel'>;
    maxTokenLimit: number;
    sessionId: string | undefined;
    memoryKey: string;
  };
  conversationSummaryMemory: {
    model: AnchorOf<'BaseChatModel'>;
    sessionId: string | undefined;
    memoryKey: string;
  };
  conversationalAgent: {
    tools: AnchorOf<'Tool'>[];
    model: AnchorOf<'BaseChatModel'>;
    memory: AnchorOf<'BaseChatMemory'>;
    systemMessage: string | undefined;
    inputModeration: AnchorOf<'Moderation'>[];
    maxIterations: number | undefined;
  };
  conversationalRetrievalQAChain: {
    model: AnchorOf<'BaseChatModel'>;
    vectorStoreRetriever: AnchorOf<'BaseRetriever'>;
    memory: AnchorOf<'BaseMemory'> | undefined;
    returnSourceDocuments: boolean | undefined;
    rephrasePrompt: string | undefined;
    responsePrompt: string | undefined;
    inputModeration: AnchorOf<'Moderation'>[];
  };
  couchbase: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    bucketName: string;
    scopeName: string;
    collectionName: string;
    indexName: string;
    textKey: string;
    embeddingKey: string;
    couchbaseMetadataFilter: unknown;
    topK: number | undefined;
  };
  csvFile: {
    csvFile: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    columnName: string | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  csvOutputParser: {
    autofixParser: boolean | undefined;
  };
  currentDateTime: Record<never, never>;
  customDocumentLoader: {
    functionInputVariables: unknown;
    javascriptFunction: string;
  };
  customFunction: {
    functionInputVariables: unknown;
    functionName: string | undefined;
    tools: AnchorOf<'Tool'>[];
    javascriptFunction: string;
  };
  customFunctionAgentflow: {
    customFunctionInputVariables: { variableName?: string; variableValue?: string }[] | undefined;
    customFunctionJavascriptFunction: string;
    customFunctionUpdateState: { key?: string; value?: string }[] | undefined;
  };
  customListOutputParser: {
    length: number | undefined;
    separator: string;
    autofixParser: boolean | undefined;
  };
  customMCP: {
    mcpServerConfig: string;
    mcpActions: string[];
  };
  customMcpServerTool: {
    mcpServerId: string;
    mcpActions: string[];
  };
  customRetriever: {
    vectorStore: AnchorOf<'VectorStore'>;
    query: string | undefined;
    resultFormat: string;
    topK: number | undefined;
  };
  customTool: {
    selectedTool: string;
    returnDirect: boolean | undefined;
    customToolName: string;
    customToolDesc: string;
    customToolSchema: string;
    customToolFunc: string;
  };
  directReplyAgentflow: {
    directReplyMessage: string;
  };
  documentStore: {
    selectedStore: string;
  };
  documentStoreVS: {
    selectedStore: string;
  };
  docxFile: {
    docxFile: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  elasticsearch: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    recordManager: AnchorOf<'RecordManager'> | undefined;
    indexName: string;
    topK: number | undefined;
    similarity: 'l2_norm' | 'dot_product' | 'cosine';
  };
  embeddingsFilterRetriever: {
    baseRetriever: AnchorOf<'VectorStoreRetriever'>;
    embeddings: AnchorOf<'Embeddings'>;
    query: string | undefined;
    similarityThreshold: number;
    k: number;
  };
  epubFile: {
    epubFile: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    usage: 'perChapter' | 'perFile';
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  exaSearch: {
    description: string | undefined;
    numResults: number | undefined;
    type: 'keyword' | 'neural' | 'auto' | undefined;
    useAutoprompt: boolean | undefined;
    category: 'company' | 'research paper' | 'news' | 'github' | 'tweet' | 'movie' | 'song' | 'pdf' | 'personal site' | 'linkedin profile' | 'financial report' | undefined;
    includeDomains: string | undefined;
    excludeDomains: string | undefined;
    startCrawlDate: string | undefined;
    endCrawlDate: string | undefined;
    startPublishedDate: string | undefined;
    endPublishedDate: string | undefined;
  };
  executeFlowAgentflow: {
    executeFlowSelectedFlow: string;
    executeFlowInput: string;
    executeFlowOverrideConfig: unknown;
    executeFlowBaseURL: string | undefined;
    executeFlowReturnResponseAs: 'userMessage' | 'assistantMessage';
    executeFlowUpdateState: { key?: string; value?: string }[] | undefined;
  };
  extractMetadataRetriever: {
    vectorStore: AnchorOf<'VectorStore'>;
    model: AnchorOf<'BaseChatModel'>;
    query: string | undefined;
    dynamicMetadataFilterRetrieverPrompt: string;
    dynamicMetadataFilterRetrieverStructuredOutput: Group[] | undefined;
    topK: number | undefined;
  };
  faiss: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    basePath: string;
    topK: number | undefined;
  };
  fewShotPromptTemplate: {
    examples: string;
    examplePrompt: AnchorOf<'PromptTemplate'>;
    prefix: string;
    suffix: string;
    exampleSeparator: string;
    templateFormat: 'f-string' | 'jinja-2';
  };
  figma: {
    fileKey: string;
    nodeIds: string;
    recursive: boolean | undefined;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  fileLoader: {
    file: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    usage: 'perPage' | 'perFile';
    legacyBuild: boolean | undefined;
    pointerName: string | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  fireCrawl: {
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    crawlerType: 'crawl' | 'scrape' | 'extract' | 'search';
    url: string | undefined;
    includeTags: string | undefined;
    excludeTags: string | undefined;
    onlyMainContent: boolean | undefined;
    limit: string | undefined;
    includePaths: string | undefined;
    excludePaths: string | undefined;
    extractSchema: unknown;
    extractPrompt: string | undefined;
    searchQuery: string | undefined;
    searchLimit: string | undefined;
    searchLang: string | undefined;
    searchCountry: string | undefined;
    searchTimeout: number | undefined;
  };
  fireworks: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
  };
  folderFiles: {
    folderPath: string;
    recursive: boolean;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    pdfUsage: 'perPage' | 'perFile';
    pointerName: string | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  getApiChain: {
    model: AnchorOf<'BaseLanguageModel'>;
    apiDocs: string;
    headers: unknown;
    urlPrompt: string | undefined;
    ansPrompt: string | undefined;
  };
  getVariable: {
    variableName: string;
  };
  gitbook: {
    webPath: string;
    shouldLoadAllPaths: boolean | undefined;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  github: {
    repoLink: string;
    branch: string;
    recursive: boolean | undefined;
    maxConcurrency: number | undefined;
    githubBaseUrl: string | undefined;
    githubInstanceApi: string | undefined;
    ignorePath: string | undefined;
    maxRetries: number | undefined;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  githubMCP: {
    mcpActions: string[];
    githubEnterpriseUrl: string | undefined;
  };
  gmail: {
    gmailType: 'drafts' | 'messages' | 'labels' | 'threads';
    draftActions: string[] | undefined;
    messageActions: string[] | undefined;
    labelActions: string[] | undefined;
    threadActions: string[] | undefined;
    draftMaxResults: number | undefined;
    draftTo: string | undefined;
    draftSubject: string | undefined;
    draftBody: string | undefined;
    draftCc: string | undefined;
    draftBcc: string | undefined;
    draftId: string | undefined;
    draftUpdateTo: string | undefined;
    draftUpdateSubject: string | undefined;
    draftUpdateBody: string | undefined;
    messageMaxResults: number | undefined;
    messageQuery: string | undefined;
    messageTo: string | undefined;
    messageSubject: string | undefined;
    messageBody: string | undefined;
    messageCc: string | undefined;
    messageBcc: string | undefined;
    messageId: string | undefined;
    messageAddLabelIds: string | undefined;
    messageRemoveLabelIds: string | undefined;
    labelName: string | undefined;
    labelColor: string | undefined;
    labelId: string | undefined;
    threadMaxResults: number | undefined;
    threadQuery: string | undefined;
    threadId: string | undefined;
    threadAddLabelIds: string | undefined;
    threadRemoveLabelIds: string | undefined;
  };
  googleCalendarTool: {
    calendarType: 'event' | 'calendar' | 'freebusy';
    eventActions: string[] | undefined;
    calendarActions: string[] | undefined;
    freebusyActions: string[] | undefined;
    calendarId: string | undefined;
    eventId: string | undefined;
    summary: string | undefined;
    description: string | undefined;
    location: string | undefined;
    startDateTime: string | undefined;
    endDateTime: string | undefined;
    timeZone: string | undefined;
    allDay: boolean | undefined;
    startDate: string | undefined;
    endDate: string | undefined;
    attendees: string | undefined;
    sendUpdates: 'all' | 'externalOnly' | 'none' | undefined;
    recurrence: string | undefined;
    reminderMinutes: number | undefined;
    visibility: 'default' | 'public' | 'private' | 'confidential' | undefined;
    quickAddText: string | undefined;
    timeMin: string | undefined;
    timeMax: string | undefined;
    maxResults: number | undefined;
    singleEvents: boolean | undefined;
    orderBy: 'startTime' | 'updated' | undefined;
    query: string | undefined;
    calendarIdForCalendar: string | undefined;
    calendarSummary: string | undefined;
    calendarDescription: string | undefined;
    calendarLocation: string | undefined;
    calendarTimeZone: string | undefined;
    showHidden: boolean | undefined;
    minAccessRole: 'freeBusyReader' | 'reader' | 'writer' | 'owner' | undefined;
    freebusyTimeMin: string | undefined;
    freebusyTimeMax: string | undefined;
    calendarIds: string | undefined;
    groupExpansionMax: number | undefined;
    calendarExpansionMax: number | undefined;
  };
  googleCustomSearch: Record<never, never>;
  googleDocsTool: {
    actions: string[];
    documentId: string | undefined;
    title: string | undefined;
    text: string | undefined;
    index: number | undefined;
    replaceText: string | undefined;
    newText: string | undefined;
    matchCase: boolean | undefined;
    imageUrl: string | undefined;
    rows: number | undefined;
    columns: number | undefined;
    includeTabsContent: boolean | undefined;
  };
  googleDrive: {
    selectedFiles: string[] | undefined;
    folderId: string | undefined;
    fileTypes: string[] | undefined;
    includeSubfolders: boolean;
    includeSharedDrives: boolean;
    maxFiles: number;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  googleDriveTool: {
    driveType: 'file' | 'folder' | 'search' | 'share';
    fileActions: string[] | undefined;
    folderActions: string[] | undefined;
    searchActions: string[] | undefined;
    shareActions: string[] | undefined;
    fileId: string | undefined;
    folderId: string | undefined;
    permissionId: string | undefined;
    fileName: string | undefined;
    fileContent: string | undefined;
    mimeType: string | undefined;
    parentFolderId: string | undefined;
    description: string | undefined;
    searchQuery: string | undefined;
    maxResults: number | undefined;
    orderBy: 'name' | 'createdTime' | 'modifiedTime' | 'quotaBytesUsed' | 'folder' | undefined;
    shareRole: 'reader' | 'writer' | 'commenter' | 'owner' | undefined;
    shareType: 'user' | 'group' | 'domain' | 'anyone' | undefined;
    emailAddress: string | undefined;
    domainName: string | undefined;
    sendNotificationEmail: boolean | undefined;
    emailMessage: string | undefined;
    includeItemsFromAllDrives: boolean | undefined;
    supportsAllDrives: boolean | undefined;
    fields: string | undefined;
    acknowledgeAbuse: boolean | undefined;
  };
  googleGenerativeAiEmbeddings: {
    modelName: string;
    tasktype: 'TASK_TYPE_UNSPECIFIED' | 'RETRIEVAL_QUERY' | 'RETRIEVAL_DOCUMENT' | 'SEMANTIC_SIMILARITY' | 'CLASSIFICATION' | 'CLUSTERING';
    stripNewLines: boolean | undefined;
  };
  googleSheets: {
    spreadsheetIds: string[];
    sheetNames: string | undefined;
    range: string | undefined;
    includeHeaders: boolean;
    valueRenderOption: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA';
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  googleSheetsTool: {
    sheetsType: 'spreadsheet' | 'values';
    spreadsheetActions: string[] | undefined;
    valuesActions: string[] | undefined;
    spreadsheetId: string | undefined;
    title: string | undefined;
    sheetCount: number | undefined;
    range: string | undefined;
    ranges: string | undefined;
    values: string | undefined;
    valueInputOption: 'RAW' | 'USER_ENTERED' | undefined;
    valueRenderOption: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA' | undefined;
    dateTimeRenderOption: 'SERIAL_NUMBER' | 'FORMATTED_STRING' | undefined;
    insertDataOption: 'OVERWRITE' | 'INSERT_ROWS' | undefined;
    includeGridData: boolean | undefined;
    majorDimension: 'ROWS' | 'COLUMNS' | undefined;
  };
  googlevertexai: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    maxOutputTokens: number | undefined;
    topP: number | undefined;
  };
  googlevertexaiEmbeddings: {
    modelName: string;
    region: string | undefined;
    stripNewLines: boolean | undefined;
  };
  graphCypherQAChain: {
    model: AnchorOf<'BaseLanguageModel'>;
    graph: AnchorOf<'Neo4j'>;
    cypherPrompt: AnchorOf<'BasePromptTemplate'> | undefined;
    cypherModel: AnchorOf<'BaseLanguageModel'> | undefined;
    qaPrompt: AnchorOf<'BasePromptTemplate'> | undefined;
    qaModel: AnchorOf<'BaseLanguageModel'> | undefined;
    inputModeration: AnchorOf<'Moderation'>[];
    returnDirect: boolean;
  };
  groqChat: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    maxTokens: number | undefined;
    streaming: boolean;
  };
  htmlToMarkdownTextSplitter: {
    chunkSize: number;
    chunkOverlap: number;
  };
  httpAgentflow: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
    url: string;
    headers: { key?: string; value?: string }[] | undefined;
    queryParams: { key?: string; value?: string }[] | undefined;
    bodyType: 'json' | 'raw' | 'formData' | 'xWwwFormUrlencoded' | undefined;
    body: string | undefined | { key?: string; value?: string }[];
    responseType: 'json' | 'text' | 'arraybuffer' | 'base64' | undefined;
  };
  huggingFaceInferenceEmbeddings: {
    modelName: string | undefined;
    endpoint: string | undefined;
  };
  huggingFaceInference_LLMs: {
    cache: AnchorOf<'BaseCache'> | undefined;
    model: string | undefined;
    endpoint: string | undefined;
    temperature: number | undefined;
    maxTokens: number | undefined;
    topP: number | undefined;
    hfTopK: number | undefined;
    frequencyPenalty: number | undefined;
  };
  humanInputAgentflow: {
    humanInputDescriptionType: 'fixed' | 'dynamic';
    humanInputDescription: string | undefined;
    humanInputModel: string | undefined;
    humanInputModelConfig: Group | undefined;
    humanInputModelPrompt: string | undefined;
    humanInputEnableFeedback: boolean;
  };
  ibmEmbedding: {
    modelName: string;
    truncateInputTokens: number | undefined;
    maxRetries: number | undefined;
    maxConcurrency: number | undefined;
  };
  ibmWatsonx: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelId: string;
    decodingMethod: 'sample' | 'greedy';
    topK: number;
    topP: number;
    temperature: number;
    repetitionPenalty: number;
    streaming: boolean;
    maxNewTokens: number;
    minNewTokens: number;
    stopSequence: string | undefined;
    includeStopSequence: boolean;
    randomSeed: number | undefined;
  };
  ifElseFunction: {
    functionInputVariables: unknown;
    functionName: string | undefined;
    ifFunction: string;
    elseFunction: string;
  };
  inMemoryCache: Record<never, never>;
  inMemoryEmbeddingCache: {
    embeddings: AnchorOf<'Embeddings'>;
    namespace: string | undefined;
  };
  inputModerationOpenAI: {
    moderationErrorMessage: string;
  };
  inputModerationSimple: {
    denyList: string;
    model: AnchorOf<'BaseChatModel'> | undefined;
    moderationErrorMessage: string;
  };
  iterationAgentflow: {
    iterationInput: string;
  };
  jinaEmbeddings: {
    modelName: string;
    modelDimensions: number;
    allowLateChunking: boolean;
  };
  jira: {
    host: string;
    projectKey: string;
    limitPerRequest: number | undefined;
    createdAfter: string | undefined;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  jiraTool: {
    jiraHost: string;
    enableSSL: boolean;
    caFile: string | undefined;
    jiraType: 'issues' | 'comments' | 'users';
    issueActions: string[] | undefined;
    commentActions: string[] | undefined;
    userActions: string[] | undefined;
    projectKey: string | undefined;
    issueType: string | undefined;
    issueSummary: string | undefined;
    issueDescription: string | undefined;
    issuePriority: string | undefined;
    issueKey: string | undefined;
    assigneeAccountId: string | undefined;
    transitionId: string | undefined;
    jqlQuery: string | undefined;
    issueMaxResults: number | undefined;
    commentIssueKey: string | undefined;
    commentText: string | undefined;
    commentId: string | undefined;
    userQuery: string | undefined;
    userAccountId: string | undefined;
    userEmail: string | undefined;
    userDisplayName: string | undefined;
    userMaxResults: number | undefined;
  };
  jsonFile: {
    jsonFile: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    separateByObject: boolean | undefined;
    pointersName: string | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  jsonPathExtractor: {
    path: string;
    returnNullOnError: boolean;
  };
  jsonlinesFile: {
    jsonlinesFile: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    pointerName: string;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  kendra: {
    document: AnchorOf<'Document'>[];
    region: string;
    indexId: string;
    fileUpload: boolean | undefined;
    topK: number | undefined;
    attributeFilter: unknown;
  };
  llmAgentflow: {
    llmModel: string;
    llmModelConfig: Group | undefined;
    llmMessages: { role?: 'system' | 'assistant' | 'developer' | 'user'; content?: string }[] | undefined;
    llmEnableMemory: boolean;
    llmMemoryType: 'allMessages' | 'windowSize' | 'conversationSummary' | 'conversationSummaryBuffer' | undefined;
    llmMemoryWindowSize: number | undefined;
    llmMemoryMaxTokenLimit: number | undefined;
    llmUserMessage: string | undefined;
    llmReturnResponseAs: 'userMessage' | 'assistantMessage';
    llmStructuredOutput: { key?: string; type?: 'string' | 'stringArray' | 'number' | 'boolean' | 'enum' | 'jsonArray'; enumValues?: string; jsonSchema?: string; description?: string }[] | undefined;
    llmUpdateState: { key?: string; value?: string }[] | undefined;
  };
  llmChain: {
    model: AnchorOf<'BaseLanguageModel'>;
    prompt: AnchorOf<'BasePromptTemplate'>;
    outputParser: AnchorOf<'BaseLLMOutputParser'> | undefined;
    inputModeration: AnchorOf<'Moderation'>[];
    chainName: string | undefined;
  };
  llmFilterRetriever: {
    baseRetriever: AnchorOf<'VectorStoreRetriever'>;
    model: AnchorOf<'BaseLanguageModel'>;
    query: string | undefined;
  };
  localAIEmbeddings: {
    basePath: string;
    modelName: string;
  };
  loopAgentflow: {
    loopBackToNode: string;
    maxLoopCount: number;
    fallbackMessage: string | undefined;
    loopUpdateState: { key?: string; value?: string }[] | undefined;
  };
  markdownTextSplitter: {
    chunkSize: number;
    chunkOverlap: number;
    splitByHeaders: 'disabled' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';
  };
  meilisearch: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    host: string;
    indexUid: string;
    deleteIndex: boolean | undefined;
    K: number | undefined;
    semanticRatio: number | undefined;
    searchFilter: string | undefined;
  };
  mem0: {
    user_id: string;
    useFlowiseChatId: boolean;
    searchOnly: boolean;
    run_id: string | undefined;
    agent_id: string | undefined;
    app_id: string | undefined;
    project_id: string | undefined;
    org_id: string | undefined;
    memoryKey: string;
    inputKey: string;
    outputKey: string;
  };
  memoryVectorStore: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    topK: number | undefined;
  };
  microsoftExcel: {
    excelFile: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  microsoftOutlook: {
    outlookType: 'calendar' | 'message';
    calendarActions: string[] | undefined;
    messageActions: string[] | undefined;
    maxResultsListCalendars: number | undefined;
    calendarIdGetCalendar: string | undefined;
    calendarNameCreateCalendar: string | undefined;
    calendarIdUpdateCalendar: string | undefined;
    calendarNameUpdateCalendar: string | undefined;
    calendarIdDeleteCalendar: string | undefined;
    calendarIdListEvents: string | undefined;
    maxResultsListEvents: number | undefined;
    startDateTimeListEvents: string | undefined;
    endDateTimeListEvents: string | undefined;
    eventIdGetEvent: string | undefined;
    subjectCreateEvent: string | undefined;
    bodyCreateEvent: string | undefined;
    startDateTimeCreateEvent: string | undefined;
    endDateTimeCreateEvent: string | undefined;
    timeZoneCreateEvent: string | undefined;
    locationCreateEvent: string | undefined;
    attendeesCreateEvent: string | undefined;
    eventIdUpdateEvent: string | undefined;
    subjectUpdateEvent: string | undefined;
    eventIdDeleteEvent: string | undefined;
    maxResultsListMessages: number | undefined;
    filterListMessages: string | undefined;
    messageIdGetMessage: string | undefined;
    toCreateDraftMessage: string | undefined;
    subjectCreateDraftMessage: string | undefined;
    bodyCreateDraftMessage: string | undefined;
    ccCreateDraftMessage: string | undefined;
    bccCreateDraftMessage: string | undefined;
    toSendMessage: string | undefined;
    subjectSendMessage: string | undefined;
    bodySendMessage: string | undefined;
    messageIdUpdateMessage: string | undefined;
    isReadUpdateMessage: boolean | undefined;
    messageIdDeleteMessage: string | undefined;
    messageIdCopyMessage: string | undefined;
    destinationFolderIdCopyMessage: string | undefined;
    messageIdMoveMessage: string | undefined;
    destinationFolderIdMoveMessage: string | undefined;
    messageIdReplyMessage: string | undefined;
    replyBodyReplyMessage: string | undefined;
    messageIdForwardMessage: string | undefined;
    forwardToForwardMessage: string | undefined;
    forwardCommentForwardMessage: string | undefined;
  };
  microsoftPowerpoint: {
    powerpointFile: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  microsoftTeams: {
    teamsType: 'channel' | 'chat' | 'chatMessage';
    channelActions: string[] | undefined;
    chatActions: string[] | undefined;
    chatMessageActions: string[] | undefined;
    teamIdListChannels: string | undefined;
    maxResultsListChannels: number | undefined;
    teamIdGetChannel: string | undefined;
    channelIdGetChannel: string | undefined;
    teamIdCreateChannel: string | undefined;
    displayNameCreateChannel: string | undefined;
    descriptionCreateChannel: string | undefined;
    membershipTypeCreateChannel: 'standard' | 'private' | 'shared' | undefined;
    teamIdUpdateChannel: string | undefined;
    channelIdUpdateChannel: string | undefined;
    displayNameUpdateChannel: string | undefined;
    teamIdDeleteChannel: string | undefined;
    channelIdDeleteChannel: string | undefined;
    teamIdChannelMembers: string | undefined;
    channelIdChannelMembers: string | undefined;
    userIdChannelMember: string | undefined;
    maxResultsListChats: number | undefined;
    chatIdGetChat: string | undefined;
    chatTypeCreateChat: 'oneOnOne' | 'group' | undefined;
    topicCreateChat: string | undefined;
    membersCreateChat: string | undefined;
    chatIdUpdateChat: string | undefined;
    topicUpdateChat: string | undefined;
    chatIdDeleteChat: string | undefined;
    chatIdChatMembers: string | undefined;
    userIdChatMember: string | undefined;
    chatIdPinMessage: string | undefined;
    messageIdPinMessage: string | undefined;
    chatChannelIdListMessages: string | undefined;
    teamIdListMessages: string | undefined;
    maxResultsListMessages: number | undefined;
    chatChannelIdGetMessage: string | undefined;
    teamIdGetMessage: string | undefined;
    messageIdGetMessage: string | undefined;
    chatChannelIdSendMessage: string | undefined;
    teamIdSendMessage: string | undefined;
    messageBodySendMessage: string | undefined;
    contentTypeSendMessage: 'text' | 'html' | undefined;
    chatChannelIdUpdateMessage: string | undefined;
    teamIdUpdateMessage: string | undefined;
    messageIdUpdateMessage: string | undefined;
    chatChannelIdDeleteMessage: string | undefined;
    teamIdDeleteMessage: string | undefined;
    messageIdDeleteMessage: string | undefined;
    chatChannelIdReplyMessage: string | undefined;
    teamIdReplyMessage: string | undefined;
    messageIdReplyMessage: string | undefined;
    replyBodyReplyMessage: string | undefined;
    chatChannelIdReaction: string | undefined;
    teamIdReaction: string | undefined;
    messageIdReaction: string | undefined;
    reactionTypeSetReaction: 'like' | 'heart' | 'laugh' | 'surprised' | 'sad' | 'angry' | undefined;
  };
  microsoftWord: {
    docxFile: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  milvus: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    milvusServerUrl: string;
    milvusCollection: string;
    milvusPartition: string;
    fileUpload: boolean | undefined;
    milvusTextField: string | undefined;
    milvusFilter: string | undefined;
    topK: number | undefined;
    secure: boolean | undefined;
    clientPemPath: string | undefined;
    clientKeyPath: string | undefined;
    caPemPath: string | undefined;
    serverName: string | undefined;
  };
  mistralAIEmbeddings: {
    modelName: string;
    batchSize: number;
    stripNewLines: boolean;
    overrideEndpoint: string | undefined;
  };
  momentoCache: Record<never, never>;
  mongoDBAtlas: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    databaseName: string;
    collectionName: string;
    indexName: string;
    textKey: string;
    embeddingKey: string;
    mongoMetadataFilter: unknown;
    topK: number | undefined;
    searchType: 'similarity' | 'mmr';
    fetchK: number | undefined;
    lambda: number | undefined;
  };
  multiPromptChain: {
    model: AnchorOf<'BaseLanguageModel'>;
    promptRetriever: AnchorOf<'PromptRetriever'>[];
    inputModeration: AnchorOf<'Moderation'>[];
  };
  multiQueryRetriever: {
    vectorStore: AnchorOf<'VectorStore'>;
    model: AnchorOf<'BaseLanguageModel'>;
    modelPrompt: string | undefined;
  };
  multiRetrievalQAChain: {
    model: AnchorOf<'BaseLanguageModel'>;
    vectorStoreRetriever: AnchorOf<'VectorStoreRetriever'>[];
    returnSourceDocuments: boolean | undefined;
    inputModeration: AnchorOf<'Moderation'>[];
  };
  mySQLAgentMemory: {
    host: string;
    database: string;
    port: number;
    additionalConfig: unknown;
  };
  notionDB: {
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    databaseId: string;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  notionFolder: {
    notionFolder: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  notionPage: {
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    pageId: string;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  ollama: {
    cache: AnchorOf<'BaseCache'> | undefined;
    baseUrl: string;
    modelName: string;
    temperature: number;
    topP: number | undefined;
    topK: number | undefined;
    mirostat: number | undefined;
    mirostatEta: number | undefined;
    mirostatTau: number | undefined;
    numCtx: number | undefined;
    numGpu: number | undefined;
    numThread: number | undefined;
    repeatLastN: number | undefined;
    repeatPenalty: number | undefined;
    stop: string | undefined;
    tfsZ: number | undefined;
  };
  ollamaEmbedding: {
    baseUrl: string;
    modelName: string;
    numGpu: number | undefined;
    numThread: number | undefined;
    useMMap: boolean;
  };
  openAI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    temperature: number;
    maxTokens: number | undefined;
    topP: number | undefined;
    bestOf: number | undefined;
    frequencyPenalty: number | undefined;
    presencePenalty: number | undefined;
    batchSize: number | undefined;
    timeout: number | undefined;
    basepath: string | undefined;
    baseOptions: unknown;
  };
  openAIAssistant: {
    selectedAssistant: string;
    tools: AnchorOf<'Tool'>[];
    inputModeration: AnchorOf<'Moderation'>[];
    toolChoice: string | undefined;
    parallelToolCalls: boolean;
    disableFileDownload: boolean | undefined;
  };
  openAIEmbedding_LlamaIndex: {
    modelName: string;
    timeout: number | undefined;
    basepath: string | undefined;
  };
  openAIEmbeddings: {
    modelName: string;
    stripNewLines: boolean | undefined;
    batchSize: number | undefined;
    timeout: number | undefined;
    basepath: string | undefined;
    baseOptions: unknown;
    dimensions: number | undefined;
    encodingFormat: 'float' | 'base64' | undefined;
  };
  openAIEmbeddingsCustom: {
    stripNewLines: boolean | undefined;
    batchSize: number | undefined;
    timeout: number | undefined;
    basepath: string | undefined;
    baseOptions: unknown;
    modelName: string | undefined;
    dimensions: number | undefined;
    encodingFormat: 'float' | 'base64' | undefined;
  };
  openAIToolAgentLlamaIndex: {
    tools: AnchorOf<'Tool_LlamaIndex'>[];
    memory: AnchorOf<'BaseChatMemory'>;
    model: AnchorOf<'BaseChatModel_LlamaIndex'>;
    systemMessage: string | undefined;
  };
  openAPIToolkit: {
    inputType: 'file' | 'link';
    openApiFile: string | undefined;
    openApiLink: string | undefined;
    selectedServer: string;
    selectedEndpoints: string[];
    returnDirect: boolean | undefined;
    headers: unknown;
    removeNulls: boolean | undefined;
    customCode: string | undefined;
  };
  openApiChain: {
    model: AnchorOf<'BaseChatModel'>;
    yamlLink: string;
    yamlFile: string;
    headers: unknown;
    inputModeration: AnchorOf<'Moderation'>[];
  };
  openSearch: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    indexName: string;
    topK: number | undefined;
    engine: 'lucene' | 'faiss' | 'nmslib';
    spaceType: 'l2' | 'cosinesimil' | 'innerproduct';
  };
  oxylabs: {
    textSplitter: AnchorOf<'TextSplitter'>;
    query: string;
    source: 'universal' | 'google_search' | 'amazon_product' | 'amazon_search';
    geo_location: string | undefined;
    render: boolean;
    parse: boolean;
    user_agent_type: 'desktop' | 'desktop_chrome' | 'desktop_edge' | 'desktop_firefox' | 'desktop_opera' | 'desktop_safari' | 'mobile' | 'mobile_android' | 'mobile_ios' | 'tablet' | 'tablet_android' | 'tablet_ios' | undefined;
  };
  pdfFile: {
    pdfFile: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    usage: 'perPage' | 'perFile';
    legacyBuild: boolean | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  pinecone: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    recordManager: AnchorOf<'RecordManager'> | undefined;
    pineconeIndex: string;
    pineconeNamespace: string | undefined;
    fileUpload: boolean | undefined;
    pineconeTextKey: string | undefined;
    pineconeMetadataFilter: unknown;
    topK: number | undefined;
    searchType: 'similarity' | 'mmr';
    fetchK: number | undefined;
    lambda: number | undefined;
  };
  pineconeLlamaIndex: {
    document: AnchorOf<'Document'>[];
    model: AnchorOf<'BaseChatModel_LlamaIndex'>;
    embeddings: AnchorOf<'BaseEmbedding_LlamaIndex'>;
    pineconeIndex: string;
    pineconeNamespace: string | undefined;
    pineconeMetadataFilter: unknown;
    topK: number | undefined;
  };
  pipedreamMCP: {
    environment: 'development' | 'production';
    appSlug: string;
    externalUserId: string;
    toolMode: 'tools-only';
    mcpActions: string[];
  };
  plainText: {
    text: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  playwrightWebScraper: {
    url: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    relativeLinksMethod: 'webCrawl' | 'scrapeXMLSitemap';
    limit: number;
    waitUntilGoToOption: 'load' | 'domcontentloaded' | 'networkidle' | 'commit' | undefined;
    waitForSelector: string | undefined;
    cssSelector: string | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  postApiChain: {
    model: AnchorOf<'BaseLanguageModel'>;
    apiDocs: string;
    headers: unknown;
    urlPrompt: string | undefined;
    ansPrompt: string | undefined;
  };
  postgreSQLMCP: {
    mcpActions: string[];
  };
  postgres: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    recordManager: AnchorOf<'RecordManager'> | undefined;
    host: string;
    database: string;
    port: number | undefined;
    ssl: boolean | undefined;
    tableName: string | undefined;
    distanceStrategy: 'cosine' | 'euclidean' | 'innerProduct';
    fileUpload: boolean | undefined;
    batchSize: number | undefined;
    additionalConfig: unknown;
    topK: number | undefined;
    pgMetadataFilter: unknown;
    contentColumnName: string | undefined;
  };
  postgresAgentMemory: {
    host: string;
    database: string;
    port: number;
    additionalConfig: unknown;
  };
  postgresRecordManager: {
    host: string;
    database: string;
    port: number | undefined;
    ssl: boolean | undefined;
    additionalConfig: unknown;
    tableName: string | undefined;
    namespace: string | undefined;
    cleanup: 'none' | 'incremental' | 'full';
    sourceIdKey: string;
  };
  promptRetriever: {
    name: string;
    description: string;
    systemMessage: string;
  };
  promptTemplate: {
    template: string;
    promptValues: unknown;
  };
  puppeteerWebScraper: {
    url: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    relativeLinksMethod: 'webCrawl' | 'scrapeXMLSitemap';
    limit: number;
    waitUntilGoToOption: 'load' | 'domcontentloaded' | 'networkidle0' | 'networkidle2' | undefined;
    waitForSelector: string | undefined;
    cssSelector: string | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  qdrant: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    recordManager: AnchorOf<'RecordManager'> | undefined;
    qdrantServerUrl: string;
    qdrantCollection: string;
    fileUpload: boolean | undefined;
    qdrantVectorDimension: number;
    contentPayloadKey: string;
    metadataPayloadKey: string;
    batchSize: number | undefined;
    qdrantSimilarity: 'Cosine' | 'Euclid' | 'Dot';
    qdrantCollectionConfiguration: unknown;
    topK: number | undefined;
    qdrantFilter: unknown;
  };
  queryEngine: {
    vectorStoreRetriever: AnchorOf<'VectorIndexRetriever'>;
    responseSynthesizer: AnchorOf<'ResponseSynthesizer'> | undefined;
    returnSourceDocuments: boolean | undefined;
  };
  queryEngineToolLlamaIndex: {
    baseQueryEngine: AnchorOf<'BaseQueryEngine'>;
    toolName: string;
    toolDesc: string;
  };
  recursiveCharacterTextSplitter: {
    chunkSize: number;
    chunkOverlap: number;
    separators: string | undefined;
  };
  redis: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    indexName: string;
    replaceIndex: boolean;
    contentKey: string;
    metadataKey: string;
    vectorKey: string;
    topK: number | undefined;
  };
  redisCache: {
    ttl: number | undefined;
  };
  redisEmbeddingsCache: {
    embeddings: AnchorOf<'Embeddings'>;
    ttl: number;
    namespace: string | undefined;
  };
  refineLlamaIndex: {
    refinePrompt: string | undefined;
    textQAPrompt: string | undefined;
  };
  replicate: {
    cache: AnchorOf<'BaseCache'> | undefined;
    model: string | undefined;
    temperature: number;
    maxTokens: number | undefined;
    topP: number | undefined;
    repetitionPenalty: number | undefined;
    additionalInputs: unknown;
  };
  requestsDelete: {
    requestsDeleteUrl: string;
    requestsDeleteName: string;
    requestsDeleteDescription: string | undefined;
    requestsDeleteHeaders: string | undefined;
    requestsDeleteQueryParamsSchema: string | undefined;
    requestsDeleteMaxOutputLength: number;
  };
  requestsGet: {
    requestsGetUrl: string;
    requestsGetName: string;
    requestsGetDescription: string;
    requestsGetHeaders: string | undefined;
    requestsGetQueryParamsSchema: string | undefined;
    requestsGetMaxOutputLength: number;
  };
  requestsPost: {
    requestsPostUrl: string;
    requestsPostName: string;
    requestsPostDescription: string;
    requestsPostHeaders: string | undefined;
    requestPostBody: string | undefined;
    requestsPostBodySchema: string | undefined;
    requestsPostMaxOutputLength: number;
  };
  requestsPut: {
    requestsPutUrl: string;
    requestsPutName: string;
    requestsPutDescription: string;
    requestsPutHeaders: string | undefined;
    requestPutBody: string | undefined;
    requestsPutBodySchema: string | undefined;
    requestsPutMaxOutputLength: number;
  };
  retrievalQAChain: {
    model: AnchorOf<'BaseLanguageModel'>;
    vectorStoreRetriever: AnchorOf<'BaseRetriever'>;
    inputModeration: AnchorOf<'Moderation'>[];
  };
  retrieverAgentflow: {
    retrieverKnowledgeDocumentStores: { documentStore?: string }[];
    retrieverQuery: string;
    outputFormat: 'text' | 'textWithMetadata';
    retrieverUpdateState: { key?: string; value?: string }[] | undefined;
  };
  retrieverTool: {
    name: string;
    description: string;
    retriever: AnchorOf<'BaseRetriever'>;
    returnSourceDocuments: boolean | undefined;
    retrieverToolMetadataFilter: unknown;
  };
  s3Directory: {
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    bucketName: string;
    region: string;
    serverUrl: string | undefined;
    prefix: string | undefined;
    pdfUsage: 'perPage' | 'perFile';
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  sambanova: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
  };
  searXNG: {
    apiBase: string;
    toolName: string;
    toolDescription: string | undefined;
    headers: unknown;
    format: 'json' | 'html';
    categories: string | undefined;
    engines: string | undefined;
    language: string | undefined;
    pageno: number | undefined;
    time_range: string | undefined;
    safesearch: number | undefined;
  };
  searchAPI: Record<never, never>;
  searchApi: {
    query: string | undefined;
    customParameters: unknown;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  seqAgent: {
    agentName: string;
    systemMessagePrompt: string | undefined;
    messageHistory: string | undefined;
    conversationHistorySelection: 'user_question' | 'last_message' | 'all_messages' | 'empty';
    humanMessagePrompt: string | undefined;
    tools: AnchorOf<'Tool'>[];
    sequentialNode: AnchorOf<'Start' | 'Agent' | 'Condition' | 'LLMNode' | 'ToolNode' | 'CustomFunction' | 'ExecuteFlow'>[];
    model: AnchorOf<'BaseChatModel'> | undefined;
    interrupt: boolean | undefined;
    promptValues: unknown;
    approvalPrompt: string;
    approveButtonText: string;
    rejectButtonText: string;
    updateStateMemory: ChosenTab;
    maxIterations: number | undefined;
  };
  seqCondition: {
    conditionName: string | undefined;
    sequentialNode: AnchorOf<'Start' | 'Agent' | 'LLMNode' | 'ToolNode' | 'CustomFunction' | 'ExecuteFlow'>[];
    condition: ChosenTab | undefined;
  };
  seqConditionAgent: {
    conditionAgentName: string;
    sequentialNode: AnchorOf<'Start' | 'Agent' | 'LLMNode' | 'ToolNode' | 'CustomFunction' | 'ExecuteFlow'>[];
    model: AnchorOf<'BaseChatModel'> | undefined;
    systemMessagePrompt: string | undefined;
    conversationHistorySelection: 'user_question' | 'last_message' | 'all_messages' | 'empty';
    humanMessagePrompt: string | undefined;
    promptValues: unknown;
    conditionAgentStructuredOutput: Group[] | undefined;
    condition: ChosenTab | undefined;
  };
  seqCustomFunction: {
    functionInputVariables: unknown;
    sequentialNode: AnchorOf<'Start' | 'Agent' | 'Condition' | 'LLMNode' | 'ToolNode' | 'CustomFunction' | 'ExecuteFlow'>[];
    functionName: string;
    javascriptFunction: string;
    returnValueAs: 'aiMessage' | 'humanMessage' | 'stateObj';
  };
  seqEnd: {
    sequentialNode: AnchorOf<'Agent' | 'Condition' | 'LLMNode' | 'ToolNode' | 'CustomFunction' | 'ExecuteFlow'>;
  };
  seqExecuteFlow: {
    sequentialNode: AnchorOf<'Start' | 'Agent' | 'Condition' | 'LLMNode' | 'ToolNode' | 'CustomFunction' | 'ExecuteFlow'>[];
    seqExecuteFlowName: string;
    selectedFlow: string;
    seqExecuteFlowInput: string;
    overrideConfig: unknown;
    baseURL: string | undefined;
    startNewSession: boolean;
    returnValueAs: 'aiMessage' | 'humanMessage' | 'stateObj';
  };
  seqLLMNode: {
    llmNodeName: string;
    systemMessagePrompt: string | undefined;
    messageHistory: string | undefined;
    conversationHistorySelection: 'user_question' | 'last_message' | 'all_messages' | 'empty';
    humanMessagePrompt: string | undefined;
    sequentialNode: AnchorOf<'Start' | 'Agent' | 'Condition' | 'LLMNode' | 'ToolNode' | 'CustomFunction' | 'ExecuteFlow'>[];
    model: AnchorOf<'BaseChatModel'> | undefined;
    promptValues: unknown;
    llmStructuredOutput: Group[] | undefined;
    updateStateMemory: ChosenTab;
  };
  seqLoop: {
    sequentialNode: AnchorOf<'Agent' | 'Condition' | 'LLMNode' | 'ToolNode' | 'CustomFunction' | 'ExecuteFlow'>[];
    loopToName: string;
  };
  seqStart: {
    model: AnchorOf<'BaseChatModel'>;
    agentMemory: AnchorOf<'BaseCheckpointSaver'> | undefined;
    state: AnchorOf<'State'> | undefined;
    inputModeration: AnchorOf<'Moderation'>[];
  };
  seqState: {
    stateMemory: ChosenTab;
  };
  seqToolNode: {
    tools: AnchorOf<'Tool'>[];
    llmNode: AnchorOf<'LLMNode'>;
    toolNodeName: string;
    interrupt: boolean | undefined;
    approvalPrompt: string;
    approveButtonText: string;
    rejectButtonText: string;
    updateStateMemory: ChosenTab;
  };
  sequentialThinkingMCP: {
    mcpActions: string[];
  };
  serpAPI: Record<never, never>;
  serpApi: {
    query: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  serper: Record<never, never>;
  setVariable: {
    input: AnchorOf<'string' | 'number' | 'boolean' | 'json' | 'array'>[];
    variableName: string;
    showOutput: boolean | undefined;
  };
  similarityThresholdRetriever: {
    vectorStore: AnchorOf<'VectorStore'>;
    query: string | undefined;
    minSimilarityScore: number;
    maxK: number;
    kIncrement: number;
  };
  simpleChatEngine: {
    model: AnchorOf<'BaseChatModel_LlamaIndex'>;
    memory: AnchorOf<'BaseChatMemory'>;
    systemMessagePrompt: string | undefined;
  };
  simpleResponseBuilderLlamaIndex: Record<never, never>;
  simpleStoreLlamaIndex: {
    document: AnchorOf<'Document'>[];
    model: AnchorOf<'BaseChatModel_LlamaIndex'>;
    embeddings: AnchorOf<'BaseEmbedding_LlamaIndex'>;
    basePath: string | undefined;
    topK: number | undefined;
  };
  singlestore: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    host: string;
    database: string;
    tableName: string | undefined;
    contentColumnName: string | undefined;
    vectorColumnName: string | undefined;
    metadataColumnName: string | undefined;
    topK: number | undefined;
  };
  slackMCP: {
    mcpActions: string[];
  };
  spiderDocumentLoaders: {
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    mode: 'scrape' | 'crawl';
    url: string;
    limit: number;
    additional_metadata: unknown;
    params: unknown;
    omitMetadataKeys: string | undefined;
  };
  sqlDatabaseChain: {
    model: AnchorOf<'BaseLanguageModel'>;
    database: 'sqlite' | 'postgres' | 'mssql' | 'mysql';
    url: string;
    includesTables: string | undefined;
    ignoreTables: string | undefined;
    sampleRowsInTableInfo: number | undefined;
    topK: number | undefined;
    customPrompt: string | undefined;
    inputModeration: AnchorOf<'Moderation'>[];
  };
  sqliteAgentMemory: {
    additionalConfig: unknown;
  };
  startAgentflow: {
    startInputType: 'chatInput' | 'formInput' | 'webhookTrigger' | 'scheduleInput';
    formTitle: string | undefined;
    formDescription: string | undefined;
    formInputTypes: { type?: 'string' | 'number' | 'boolean' | 'options'; label?: string; name?: string; addOptions?: { option?: string }[] }[] | undefined;
    webhookMethod: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
    webhookContentType: 'application/json' | 'application/x-www-form-urlencoded' | undefined;
    webhookURL: string | undefined;
    webhookInputMode: 'text' | 'none' | 'payload' | undefined;
    webhookDefaultInput: string | undefined;
    webhookEnableAuth: boolean | undefined;
    webhookSecret: string | undefined;
    webhookSignatureHeader: string | undefined;
    webhookSignatureType: 'hmac-sha256' | 'plain-token' | undefined;
    webhookResponseMode: 'sync' | 'async' | 'stream' | undefined;
    callbackUrl: string | undefined;
    callbackSecret: string | undefined;
    webhookEnableValidation: boolean | undefined;
    webhookQueryParams: { name?: string; required?: boolean }[] | undefined;
    webhookBodyParams: { name?: string; type?: 'string' | 'number' | 'boolean' | 'object' | 'array[string]' | 'array[number]' | 'array[boolean]' | 'array[object]'; required?: boolean }[] | undefined;
    webhookHeaderParams: { name?: string; required?: boolean }[] | undefined;
    scheduleType: 'visualPicker' | 'cronExpression' | undefined;
    scheduleCronExpression: string | undefined;
    scheduleFrequency: 'hourly' | 'daily' | 'weekly' | 'monthly' | undefined;
    scheduleOnMinute: number | undefined;
    scheduleOnTime: string | undefined;
    scheduleOnDayOfWeek: number[] | undefined;
    scheduleOnDayOfMonth: number[] | undefined;
    scheduleEndDate: string | undefined;
    scheduleTimezone: 'UTC' | 'Africa/Abidjan' | 'Africa/Accra' | 'Africa/Addis_Ababa' | 'Africa/Algiers' | 'Africa/Asmera' | 'Africa/Bamako' | 'Africa/Bangui' | 'Africa/Banjul' | 'Africa/Bissau' | 'Africa/Blantyre' | 'Africa/Brazzaville' | 'Africa/Bujumbura' | 'Africa/Cairo' | 'Africa/Casablanca' | 'Africa/Ceuta' | 'Africa/Conakry' | 'Africa/Dakar' | 'Africa/Dar_es_Salaam' | 'Africa/Djibouti' | 'Africa/Douala' | 'Africa/El_Aaiun' | 'Africa/Freetown' | 'Africa/Gaborone' | 'Africa/Harare' | 'Africa/Johannesburg' | 'Africa/Juba' | 'Africa/Kampala' | 'Africa/Khartoum' | 'Africa/Kigali' | 'Africa/Kinshasa' | 'Africa/Lagos' | 'Africa/Libreville' | 'Africa/Lome' | 'Africa/Luanda' | 'Africa/Lubumbashi' | 'Africa/Lusaka' | 'Africa/Malabo' | 'Africa/Maputo' | 'Africa/Maseru' | 'Africa/Mbabane' | 'Africa/Mogadishu' | 'Africa/Monrovia' | 'Africa/Nairobi' | 'Africa/Ndjamena' | 'Africa/Niamey' | 'Africa/Nouakchott' | 'Africa/Ouagadougou' | 'Africa/Porto-Novo' | 'Africa/Sao_Tome' | 'Africa/Tripoli' | 'Africa/Tunis' | 'Africa/Windhoek' | 'America/Adak' | 'America/Anchorage' | 'America/Anguilla' | 'America/Antigua' | 'America/Araguaina' | 'America/Argentina/La_Rioja' | 'America/Argentina/Rio_Gallegos' | 'America/Argentina/Salta' | 'America/Argentina/San_Juan' | 'America/Argentina/San_Luis' | 'America/Argentina/Tucuman' | 'America/Argentina/Ushuaia' | 'America/Aruba' | 'America/Asuncion' | 'America/Bahia' | 'America/Bahia_Banderas' | 'America/Barbados' | 'America/Belem' | 'America/Belize' | 'America/Blanc-Sablon' | 'America/Boa_Vista' | 'America/Bogota' | 'America/Boise' | 'America/Buenos_Aires' | 'America/Cambridge_Bay' | 'America/Campo_Grande' | 'America/Cancun' | 'America/Caracas' | 'America/Catamarca' | 'America/Cayenne' | 'America/Cayman' | 'America/Chicago' | 'America/Chihuahua' | 'America/Ciudad_Juarez' | 'America/Coral_Harbour' | 'America/Cordoba' | 'America/Costa_Rica' | 'America/Coyhaique' | 'America/Creston' | 'America/Cuiaba' | 'America/Curacao' | 'America/Danmarkshavn' | 'America/Dawson' | 'America/Dawson_Creek' | 'America/Denver' | 'America/Detroit' | 'America/Dominica' | 'America/Edmonton' | 'America/Eirunepe' | 'America/El_Salvador' | 'America/Fort_Nelson' | 'America/Fortaleza' | 'America/Glace_Bay' | 'America/Godthab' | 'America/Goose_Bay' | 'America/Grand_Turk' | 'America/Grenada' | 'America/Guadeloupe' | 'America/Guatemala' | 'America/Guayaquil' | 'America/Guyana' | 'America/Halifax' | 'America/Havana' | 'America/Hermosillo' | 'America/Indiana/Knox' | 'America/Indiana/Marengo' | 'America/Indiana/Petersburg' | 'America/Indiana/Tell_City' | 'America/Indiana/Vevay' | 'America/Indiana/Vincennes' | 'America/Indiana/Winamac' | 'America/Indianapolis' | 'America/Inuvik' | 'America/Iqaluit' | 'America/Jamaica' | 'America/Jujuy' | 'America/Juneau' | 'America/Kentucky/Monticello' | 'America/Kralendijk' | 'America/La_Paz' | 'America/Lima' | 'America/Los_Angeles' | 'America/Louisville' | 'America/Lower_Princes' | 'America/Maceio' | 'America/Managua' | 'America/Manaus' | 'America/Marigot' | 'America/Martinique' | 'America/Matamoros' | 'America/Mazatlan' | 'America/Mendoza' | 'America/Menominee' | 'America/Merida' | 'America/Metlakatla' | 'America/Mexico_City' | 'America/Miquelon' | 'America/Moncton' | 'America/Monterrey' | 'America/Montevideo' | 'America/Montserrat' | 'America/Nassau' | 'America/New_York' | 'America/Nome' | 'America/Noronha' | 'America/North_Dakota/Beulah' | 'America/North_Dakota/Center' | 'America/North_Dakota/New_Salem' | 'America/Ojinaga' | 'America/Panama' | 'America/Paramaribo' | 'America/Phoenix' | 'America/Port-au-Prince' | 'America/Port_of_Spain' | 'America/Porto_Velho' | 'America/Puerto_Rico' | 'America/Punta_Arenas' | 'America/Rankin_Inlet' | 'America/Recife' | 'America/Regina' | 'America/Resolute' | 'America/Rio_Branco' | 'America/Santarem' | 'America/Santiago' | 'America/Santo_Domingo' | 'America/Sao_Paulo' | 'America/Scoresbysund' | 'America/Sitka' | 'America/St_Barthelemy' | 'America/St_Johns' | 'America/St_Kitts' | 'America/St_Lucia' | 'America/St_Thomas' | 'America/St_Vincent' | 'America/Swift_Current' | 'America/Tegucigalpa' | 'America/Thule' | 'America/Tijuana' | 'America/Toronto' | 'America/Tortola' | 'America/Vancouver' | 'America/Whitehorse' | 'America/Winnipeg' | 'America/Yakutat' | 'Antarctica/Casey' | 'Antarctica/Davis' | 'Antarctica/DumontDUrville' | 'Antarctica/Macquarie' | 'Antarctica/Mawson' | 'Antarctica/McMurdo' | 'Antarctica/Palmer' | 'Antarctica/Rothera' | 'Antarctica/Syowa' | 'Antarctica/Troll' | 'Antarctica/Vostok' | 'Arctic/Longyearbyen' | 'Asia/Aden' | 'Asia/Almaty' | 'Asia/Amman' | 'Asia/Anadyr' | 'Asia/Aqtau' | 'Asia/Aqtobe' | 'Asia/Ashgabat' | 'Asia/Atyrau' | 'Asia/Baghdad' | 'Asia/Bahrain' | 'Asia/Baku' | 'Asia/Bangkok' | 'Asia/Barnaul' | 'Asia/Beirut' | 'Asia/Bishkek' | 'Asia/Brunei' | 'Asia/Calcutta' | 'Asia/Chita' | 'Asia/Colombo' | 'Asia/Damascus' | 'Asia/Dhaka' | 'Asia/Dili' | 'Asia/Dubai' | 'Asia/Dushanbe' | 'Asia/Famagusta' | 'Asia/Gaza' | 'Asia/Hebron' | 'Asia/Hong_Kong' | 'Asia/Hovd' | 'Asia/Irkutsk' | 'Asia/Jakarta' | 'Asia/Jayapura' | 'Asia/Jerusalem' | 'Asia/Kabul' | 'Asia/Kamchatka' | 'Asia/Karachi' | 'Asia/Katmandu' | 'Asia/Khandyga' | 'Asia/Krasnoyarsk' | 'Asia/Kuala_Lumpur' | 'Asia/Kuching' | 'Asia/Kuwait' | 'Asia/Macau' | 'Asia/Magadan' | 'Asia/Makassar' | 'Asia/Manila' | 'Asia/Muscat' | 'Asia/Nicosia' | 'Asia/Novokuznetsk' | 'Asia/Novosibirsk' | 'Asia/Omsk' | 'Asia/Oral' | 'Asia/Phnom_Penh' | 'Asia/Pontianak' | 'Asia/Pyongyang' | 'Asia/Qatar' | 'Asia/Qostanay' | 'Asia/Qyzylorda' | 'Asia/Rangoon' | 'Asia/Riyadh' | 'Asia/Saigon' | 'Asia/Sakhalin' | 'Asia/Samarkand' | 'Asia/Seoul' | 'Asia/Shanghai' | 'Asia/Singapore' | 'Asia/Srednekolymsk' | 'Asia/Taipei' | 'Asia/Tashkent' | 'Asia/Tbilisi' | 'Asia/Tehran' | 'Asia/Thimphu' | 'Asia/Tokyo' | 'Asia/Tomsk' | 'Asia/Ulaanbaatar' | 'Asia/Urumqi' | 'Asia/Ust-Nera' | 'Asia/Vientiane' | 'Asia/Vladivostok' | 'Asia/Yakutsk' | 'Asia/Yekaterinburg' | 'Asia/Yerevan' | 'Atlantic/Azores' | 'Atlantic/Bermuda' | 'Atlantic/Canary' | 'Atlantic/Cape_Verde' | 'Atlantic/Faeroe' | 'Atlantic/Madeira' | 'Atlantic/Reykjavik' | 'Atlantic/South_Georgia' | 'Atlantic/St_Helena' | 'Atlantic/Stanley' | 'Australia/Adelaide' | 'Australia/Brisbane' | 'Australia/Broken_Hill' | 'Australia/Darwin' | 'Australia/Eucla' | 'Australia/Hobart' | 'Australia/Lindeman' | 'Australia/Lord_Howe' | 'Australia/Melbourne' | 'Australia/Perth' | 'Australia/Sydney' | 'Europe/Amsterdam' | 'Europe/Andorra' | 'Europe/Astrakhan' | 'Europe/Athens' | 'Europe/Belgrade' | 'Europe/Berlin' | 'Europe/Bratislava' | 'Europe/Brussels' | 'Europe/Bucharest' | 'Europe/Budapest' | 'Europe/Busingen' | 'Europe/Chisinau' | 'Europe/Copenhagen' | 'Europe/Dublin' | 'Europe/Gibraltar' | 'Europe/Guernsey' | 'Europe/Helsinki' | 'Europe/Isle_of_Man' | 'Europe/Istanbul' | 'Europe/Jersey' | 'Europe/Kaliningrad' | 'Europe/Kiev' | 'Europe/Kirov' | 'Europe/Lisbon' | 'Europe/Ljubljana' | 'Europe/London' | 'Europe/Luxembourg' | 'Europe/Madrid' | 'Europe/Malta' | 'Europe/Mariehamn' | 'Europe/Minsk' | 'Europe/Monaco' | 'Europe/Moscow' | 'Europe/Oslo' | 'Europe/Paris' | 'Europe/Podgorica' | 'Europe/Prague' | 'Europe/Riga' | 'Europe/Rome' | 'Europe/Samara' | 'Europe/San_Marino' | 'Europe/Sarajevo' | 'Europe/Saratov' | 'Europe/Simferopol' | 'Europe/Skopje' | 'Europe/Sofia' | 'Europe/Stockholm' | 'Europe/Tallinn' | 'Europe/Tirane' | 'Europe/Ulyanovsk' | 'Europe/Vaduz' | 'Europe/Vatican' | 'Europe/Vienna' | 'Europe/Vilnius' | 'Europe/Volgograd' | 'Europe/Warsaw' | 'Europe/Zagreb' | 'Europe/Zurich' | 'Indian/Antananarivo' | 'Indian/Chagos' | 'Indian/Christmas' | 'Indian/Cocos' | 'Indian/Comoro' | 'Indian/Kerguelen' | 'Indian/Mahe' | 'Indian/Maldives' | 'Indian/Mauritius' | 'Indian/Mayotte' | 'Indian/Reunion' | 'Pacific/Apia' | 'Pacific/Auckland' | 'Pacific/Bougainville' | 'Pacific/Chatham' | 'Pacific/Easter' | 'Pacific/Efate' | 'Pacific/Enderbury' | 'Pacific/Fakaofo' | 'Pacific/Fiji' | 'Pacific/Funafuti' | 'Pacific/Galapagos' | 'Pacific/Gambier' | 'Pacific/Guadalcanal' | 'Pacific/Guam' | 'Pacific/Honolulu' | 'Pacific/Kiritimati' | 'Pacific/Kosrae' | 'Pacific/Kwajalein' | 'Pacific/Majuro' | 'Pacific/Marquesas' | 'Pacific/Midway' | 'Pacific/Nauru' | 'Pacific/Niue' | 'Pacific/Norfolk' | 'Pacific/Noumea' | 'Pacific/Pago_Pago' | 'Pacific/Palau' | 'Pacific/Pitcairn' | 'Pacific/Ponape' | 'Pacific/Port_Moresby' | 'Pacific/Rarotonga' | 'Pacific/Saipan' | 'Pacific/Tahiti' | 'Pacific/Tarawa' | 'Pacific/Tongatapu' | 'Pacific/Truk' | 'Pacific/Wake' | 'Pacific/Wallis' | undefined;
    scheduleInputMode: 'text' | 'form' | 'none' | undefined;
    scheduleDefaultInput: string | undefined;
    scheduleFormInputTypes: { type?: 'string' | 'number' | 'boolean' | 'options'; label?: string; name?: string; addOptions?: { option?: string }[] }[] | undefined;
    scheduleFormDefaults: unknown;
    startEphemeralMemory: boolean | undefined;
    startState: { key?: string; value?: string }[] | undefined;
    startPersistState: boolean | undefined;
  };
  stickyNote: {
    note: string | undefined;
  };
  stickyNoteAgentflow: {
    note: string | undefined;
  };
  stripeAgentTool: {
    paymentLinks: string[] | undefined;
    products: string[] | undefined;
    prices: string[] | undefined;
    balance: string[] | undefined;
    invoiceItems: string[] | undefined;
    invoices: string[] | undefined;
    customers: string[] | undefined;
  };
  structuredOutputParser: {
    autofixParser: boolean | undefined;
    jsonStructure: Group[];
  };
  subQuestionQueryEngine: {
    queryEngineTools: AnchorOf<'QueryEngineTool'>[];
    model: AnchorOf<'BaseChatModel_LlamaIndex'>;
    embeddings: AnchorOf<'BaseEmbedding_LlamaIndex'>;
    responseSynthesizer: AnchorOf<'ResponseSynthesizer'> | undefined;
    returnSourceDocuments: boolean | undefined;
  };
  supabase: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    recordManager: AnchorOf<'RecordManager'> | undefined;
    supabaseProjUrl: string;
    tableName: string;
    queryName: string;
    supabaseMetadataFilter: unknown;
    supabaseRPCFilter: string | undefined;
    topK: number | undefined;
    searchType: 'similarity' | 'mmr';
    fetchK: number | undefined;
    lambda: number | undefined;
  };
  supergatewayMCP: {
    arguments: string;
    mcpActions: string[];
  };
  supervisor: {
    supervisorName: string;
    supervisorPrompt: string | undefined;
    model: AnchorOf<'BaseChatModel'>;
    agentMemory: AnchorOf<'BaseCheckpointSaver'> | undefined;
    summarization: boolean | undefined;
    recursionLimit: number;
    inputModeration: AnchorOf<'Moderation'>[];
  };
  tavilyAPI: {
    topic: 'general' | 'news';
    searchDepth: 'basic' | 'advanced';
    chunksPerSource: number;
    maxResults: number;
    timeRange: 'day' | 'week' | 'month' | 'year' | undefined;
    days: number;
    includeAnswer: boolean;
    includeRawContent: boolean;
    includeImages: boolean;
    includeImageDescriptions: boolean;
    includeDomains: string | undefined;
    excludeDomains: string | undefined;
  };
  teradataMCP: {
    mcpUrl: string;
    bearerToken: string | undefined;
    mcpActions: string[];
  };
  textFile: {
    txtFile: string;
    textSplitter: AnchorOf<'TextSplitter'> | undefined;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  togetherAI: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
    topK: number;
    topP: number;
    temperature: number;
    repeatPenalty: number;
    streaming: boolean;
    maxTokens: number | undefined;
    stop: string | undefined;
  };
  togetherAIEmbedding: {
    cache: AnchorOf<'BaseCache'> | undefined;
    modelName: string;
  };
  tokenTextSplitter: {
    encodingName: 'gpt2' | 'r50k_base' | 'p50k_base' | 'p50k_edit' | 'cl100k_base';
    chunkSize: number;
    chunkOverlap: number;
  };
  toolAgent: {
    tools: AnchorOf<'Tool'>[];
    memory: AnchorOf<'BaseChatMemory'>;
    model: AnchorOf<'BaseChatModel'>;
    chatPromptTemplate: AnchorOf<'ChatPromptTemplate'> | undefined;
    systemMessage: string;
    inputModeration: AnchorOf<'Moderation'>[];
    maxIterations: number | undefined;
    enableDetailedStreaming: boolean;
  };
  toolAgentflow: {
    toolAgentflowSelectedTool: string;
    toolAgentflowSelectedToolConfig: Group | undefined;
    toolInputArgs: { inputArgName?: string; inputArgValue?: string }[] | undefined;
    toolUpdateState: { key?: string; value?: string }[] | undefined;
  };
  treeSummarizeLlamaIndex: {
    prompt: string | undefined;
  };
  unstructuredFileLoader: {
    fileObject: string;
    unstructuredAPIUrl: string;
    strategy: 'hi_res' | 'fast' | 'ocr_only' | 'auto';
    encoding: string;
    skipInferTableTypes: string[];
    hiResModelName: 'chipper' | 'detectron2_onnx' | 'yolox' | 'yolox_quantized' | undefined;
    chunkingStrategy: 'None' | 'basic' | 'by_title' | 'by_page' | 'by_similarity';
    ocrLanguages: string[] | undefined;
    sourceIdKey: string;
    coordinates: boolean;
    xmlKeepTags: boolean | undefined;
    includePageBreaks: boolean | undefined;
    multiPageSections: boolean | undefined;
    combineUnderNChars: number | undefined;
    newAfterNChars: number | undefined;
    maxCharacters: number;
    metadata: unknown;
    omitMetadataKeys: string | undefined;
  };
  upstash: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    recordManager: AnchorOf<'RecordManager'> | undefined;
    fileUpload: boolean | undefined;
    upstashMetadataFilter: string | undefined;
    topK: number | undefined;
  };
  upstashRedisBackedChatMemory: {
    baseURL: string;
    sessionId: string | undefined;
    sessionTTL: number | undefined;
    memoryKey: string;
  };
  upstashRedisCache: Record<never, never>;
  vectara: {
    document: AnchorOf<'Document'>[];
    file: string | undefined;
    filter: string | undefined;
    sentencesBefore: number;
    sentencesAfter: number;
    lambda: number;
    topK: number | undefined;
    mmrK: number | undefined;
    mmrDiversityBias: number | undefined;
  };
  vectaraQAChain: {
    vectaraStore: AnchorOf<'VectorStore'>;
    summarizerPromptName: 'vectara-summary-ext-v1.2.0' | 'vectara-experimental-summary-ext-2023-10-23-small' | 'vectara-summary-ext-v1.3.0' | 'vectara-experimental-summary-ext-2023-10-23-med';
    responseLang: 'eng' | 'deu' | 'fra' | 'zho' | 'kor' | 'ara' | 'rus' | 'tha' | 'nld' | 'ita' | 'por' | 'spa' | 'jpn' | 'pol' | 'tur' | 'vie' | 'ind' | 'ces' | 'ukr' | 'ell' | 'heb' | 'fas' | 'hin' | 'urd' | 'swe' | 'ben' | 'msa' | 'ron';
    maxSummarizedResults: number;
    inputModeration: AnchorOf<'Moderation'>[];
  };
  vectaraUpload: {
    file: string;
    filter: string | undefined;
    sentencesBefore: number | undefined;
    sentencesAfter: number | undefined;
    lambda: number | undefined;
    topK: number | undefined;
  };
  vectorDBQAChain: {
    model: AnchorOf<'BaseLanguageModel'>;
    vectorStore: AnchorOf<'VectorStore'>;
    inputModeration: AnchorOf<'Moderation'>[];
  };
  vectorStoreRetriever: {
    vectorStore: AnchorOf<'VectorStore'>;
    name: string;
    description: string;
  };
  vectorStoreToDocument: {
    vectorStore: AnchorOf<'VectorStore'>;
    query: string | undefined;
    minScore: number | undefined;
  };
  voyageAIEmbeddings: {
    modelName: string;
  };
  voyageAIRerankRetriever: {
    baseRetriever: AnchorOf<'VectorStoreRetriever'>;
    model: 'rerank-lite-1' | 'rerank-lite-2' | 'rerank-1' | 'rerank-2';
    query: string | undefined;
    topK: number | undefined;
  };
  weaviate: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    recordManager: AnchorOf<'RecordManager'> | undefined;
    weaviateConnectionType: 'cloud' | 'local' | 'custom';
    weaviateHost: string;
    weaviateHttpSecure: boolean | undefined;
    weaviateGrpcHost: string | undefined;
    weaviateGrpcSecure: boolean | undefined;
    weaviateIndex: string;
    weaviateTextKey: string | undefined;
    weaviateMetadataKeys: string | undefined;
    topK: number | undefined;
    weaviateFilter: unknown;
    searchType: 'similarity' | 'mmr';
    fetchK: number | undefined;
    lambda: number | undefined;
    alpha: number | undefined;
  };
  webBrowser: {
    model: AnchorOf<'BaseLanguageModel'>;
    embeddings: AnchorOf<'Embeddings'>;
  };
  webScraperTool: {
    scrapeMode: 'recursive' | 'sitemap';
    maxDepth: number;
    maxPages: number;
    timeoutS: number;
    description: string | undefined;
  };
  wolframAlpha: Record<never, never>;
  worker: {
    workerName: string;
    workerPrompt: string | undefined;
    tools: AnchorOf<'Tool'>[];
    supervisor: AnchorOf<'Supervisor'>;
    model: AnchorOf<'BaseChatModel'> | undefined;
    promptValues: unknown;
    maxIterations: number | undefined;
  };
  xmlAgent: {
    tools: AnchorOf<'Tool'>[];
    memory: AnchorOf<'BaseChatMemory'>;
    model: AnchorOf<'BaseChatModel'>;
    systemMessage: string | undefined;
    inputModeration: AnchorOf<'Moderation'>[];
    maxIterations: number | undefined;
  };
  zep: {
    document: AnchorOf<'Document'>[];
    embeddings: AnchorOf<'Embeddings'>;
    baseURL: string;
    zepCollection: string;
    zepMetadataFilter: unknown;
    dimension: number;
    topK: number | undefined;
    searchType: 'similarity' | 'mmr';
    fetchK: number | undefined;
    lambda: number | undefined;
  };
  zepCloud: {
    document: AnchorOf<'Document'>[];
    zepCollection: string;
    zepMetadataFilter: unknown;
    topK: number | undefined;
    searchType: 'similarity' | 'mmr';
    fetchK: number | undefined;
    lambda: number | undefined;
  };
}
