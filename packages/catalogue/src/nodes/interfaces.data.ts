/**
 * Every node's interface as flow files of other installations know it, one line each:
 * `name vN | anchors | params | outputs`. `?` is optional, `[]` a list, unions and classes verbatim.
 */
export const interfaces = `
agentMemory v1 |  | databaseType:options databaseFilePath:string? additionalConfig:json? | agentMemory=AgentMemory,BaseCheckpointSaver
bufferMemory v2 |  | sessionId:string? memoryKey:string | bufferMemory=BufferMemory,BaseChatMemory,BaseMemory
bufferWindowMemory v2 |  | k:number sessionId:string? memoryKey:string | bufferWindowMemory=BufferWindowMemory,BaseChatMemory,BaseMemory
calculator v1 |  |  | calculator=Calculator,Tool,StructuredTool,BaseLangChain
chatPromptTemplate v1 |  | systemMessagePrompt:string humanMessagePrompt:string promptValues:json?[] | chatPromptTemplate=ChatPromptTemplate,BaseChatPromptTemplate,BasePromptTemplate,Runnable
conversationChain v3 | model<BaseChatModel memory<BaseMemory chatPromptTemplate<ChatPromptTemplate? inputModeration<Moderation?[] | systemMessagePrompt:string? | conversationChain=ConversationChain,LLMChain,BaseChain,Runnable
conversationalRetrievalQAChain v3 | model<BaseChatModel vectorStoreRetriever<BaseRetriever memory<BaseMemory? inputModeration<Moderation?[] | returnSourceDocuments:boolean? rephrasePrompt:string? responsePrompt:string? | conversationalRetrievalQAChain=ConversationalRetrievalQAChain,BaseChain,Runnable
cheerioWebScraper v1.1 | textSplitter<TextSplitter? | url:string relativeLinksMethod:options? limit:number? selector:string? metadata:json? | cheerioWebScraper=Document
csvFile v3 | textSplitter<TextSplitter? | csvFile:file columnName:string? metadata:json? | document=Document,json text=string,json
documentStore v1 |  | selectedStore:asyncOptions | document=Document,json text=string,json
documentStoreVS v1 |  | selectedStore:asyncOptions | retriever=BaseRetriever vectorStore=VectorStore
docxFile v1 | textSplitter<TextSplitter? | docxFile:file metadata:json? | docxFile=Document
jsonFile v3 | textSplitter<TextSplitter? | jsonFile:file pointersName:string? metadata:json? | document=Document,json text=string,json
pdfFile v1 | textSplitter<TextSplitter? | pdfFile:file usage:options legacyBuild:boolean? metadata:json? | pdfFile=Document
csvOutputParser v1 |  | autofixParser:boolean? | csvOutputParser=CSVListOutputParser,BaseLLMOutputParser,Runnable
currentDateTime v1 |  |  | currentDateTime=CurrentDateTime,Tool,StructuredTool,Runnable
customFunction v2 |  | functionInputVariables:json?[] functionName:string? javascriptFunction:code | output=string,number,boolean,json,array EndingNode=CustomFunction
customMCP v1.1 |  | mcpServer:asyncOptions mcpActions:multiOptions? | customMCP=Custom MCP,Tool
customTool v1 |  | selectedTool:asyncOptions | customTool=CustomTool,Tool,StructuredTool,Runnable
getVariable v2 |  | variableName:string | output=string,number,boolean,json,array
ifElseFunction v2 |  | functionInputVariables:json?[] functionName:string? ifFunction:code elseFunction:code | returnTrue=string,number,boolean,json,array returnFalse=string,number,boolean,json,array
llmChain v3 | model<BaseLanguageModel prompt<BasePromptTemplate outputParser<BaseLLMOutputParser? inputModeration<Moderation?[] | chainName:string? | llmChain=LLMChain,BaseChain,Runnable outputPrediction=string,json
memoryVectorStore v1 | document<Document[] embeddings<Embeddings | topK:number? fileUpload:boolean? | retriever=Memory,VectorStoreRetriever,BaseRetriever vectorStore=Memory,VectorStore
plainText v2 | textSplitter<TextSplitter? | text:string metadata:json? | document=Document,json text=string,json
promptTemplate v1 |  | template:string promptValues:json?[] | promptTemplate=PromptTemplate,BaseStringPromptTemplate,BasePromptTemplate,Runnable
recursiveCharacterTextSplitter v2 |  | chunkSize:number? chunkOverlap:number? separators:string? | recursiveCharacterTextSplitter=RecursiveCharacterTextSplitter,TextSplitter
requestsGet v1 |  | url:string? description:string? headers:json? | requestsGet=RequestsGet,Tool,StructuredTool,Runnable
retrieverTool v2 | retriever<BaseRetriever | name:string description:string returnSourceDocuments:boolean? | retrieverTool=RetrieverTool,DynamicTool,Tool,StructuredTool,Runnable
seqAgent v2 | tools<Tool?[] sequentialNode<Start_|_Agent_|_Condition_|_LLMNode_|_ToolNode_|_CustomFunction_|_ExecuteFlow[] model<BaseChatModel? | agentName:string systemMessagePrompt:string? humanMessagePrompt:string? interrupt:boolean? promptValues:json?[] approvalPrompt:string? approveButtonText:string? rejectButtonText:string? updateStateMemory:tabs maxIterations:number? | seqAgent=Agent
seqCondition v2 | sequentialNode<Start_|_Agent_|_LLMNode_|_ToolNode_|_CustomFunction_|_ExecuteFlow[] | conditionName:string? condition:conditionFunction? | next=Condition end=Condition
seqEnd v2 | sequentialNode<Agent_|_Condition_|_LLMNode_|_ToolNode_|_CustomFunction_|_ExecuteFlow |  | 
seqLLMNode v2 | sequentialNode<Start_|_Agent_|_Condition_|_LLMNode_|_ToolNode_|_CustomFunction_|_ExecuteFlow[] model<BaseChatModel? | llmNodeName:string systemMessagePrompt:string? humanMessagePrompt:string? promptValues:json?[] llmStructuredOutput:datagrid? updateStateMemory:tabs | seqLLMNode=LLMNode
seqLoop v2 | sequentialNode<Agent_|_Condition_|_LLMNode_|_ToolNode_|_CustomFunction_|_ExecuteFlow[] | loopToName:string | 
seqStart v2 | model<BaseChatModel agentMemory<BaseCheckpointSaver? state<State? inputModeration<Moderation?[] |  | seqStart=Start
seqState v2 |  | stateMemory:tabs | seqState=State
seqToolNode v2 | tools<Tool?[] llmNode<LLMNode | toolNodeName:string interrupt:boolean? approvalPrompt:string? approveButtonText:string? rejectButtonText:string? updateStateMemory:tabs | seqToolNode=ToolNode
setVariable v2 | input<string_|_number_|_boolean_|_json_|_array?[] | variableName:string | output=string,number,boolean,json,array
stickyNote v2 |  | note:string? | stickyNote=StickyNote
structuredOutputParser v1 |  | autofixParser:boolean? jsonStructure:datagrid | structuredOutputParser=StructuredOutputParser,BaseLLMOutputParser,Runnable
textFile v3 | textSplitter<TextSplitter? | txtFile:file metadata:json? | document=Document,json text=string,json
toolAgent v2 | tools<Tool[] memory<BaseChatMemory model<BaseChatModel chatPromptTemplate<ChatPromptTemplate? inputModeration<Moderation?[] | systemMessage:string? maxIterations:number? | toolAgent=AgentExecutor,BaseChain,Runnable
chatOpenAI v8.2 | cache<BaseCache? | modelName:asyncOptions temperature:number? streaming:boolean? maxTokens:number? topP:number? frequencyPenalty:number? presencePenalty:number? timeout:number? strictToolCalling:boolean? stopSequence:string? basepath:string? proxyUrl:string? baseOptions:json? allowImageUploads:boolean? imageResolution:options reasoningEffort:options | chatOpenAI=ChatOpenAI,BaseChatModel,BaseLanguageModel,Runnable
chatAnthropic v8 | cache<BaseCache? | modelName:asyncOptions temperature:number? streaming:boolean? maxTokensToSample:number? topP:number? topK:number? extendedThinking:boolean? budgetTokens:number? allowImageUploads:boolean? | chatAnthropic=ChatAnthropic,ChatAnthropicMessages,BaseChatModel,BaseLanguageModel,Runnable
chatGoogleGenerativeAI v3 | cache<BaseCache? | modelName:asyncOptions customModelName:string? temperature:number? streaming:boolean? maxOutputTokens:number? topP:number? topK:number? harmCategory:multiOptions? harmBlockThreshold:multiOptions? allowImageUploads:boolean? | chatGoogleGenerativeAI=ChatGoogleGenerativeAI,BaseChatModel,BaseLanguageModel,Runnable
chatOllama v2 | cache<BaseCache? | baseUrl:string modelName:string temperature:number? topP:number? topK:number? mirostat:number? mirostatEta:number? mirostatTau:number? numCtx:number? numGqa:number? numGpu:number? numThread:number? repeatLastN:number? repeatPenalty:number? stop:string? tfsZ:number? | chatOllama=ChatOllama,SimpleChatModel,BaseChatModel,BaseLanguageModel,Runnable
openAIEmbeddings v4 |  | modelName:asyncOptions stripNewLines:boolean? batchSize:number? timeout:number? basepath:string? dimensions:number? | openAIEmbeddings=OpenAIEmbeddings,Embeddings
`
  .trim()
  .split('\n');
