import { defineTexts } from '../texts.ts';

/** What a screen is for, what to do first on it (one step a line), and its limits (one a line). */
export const guideTexts = defineTexts('guides', {
  about: 'Help: {{title}}',
  what: 'What it is',
  first: 'What to do first',
  limits: 'Good to know',

  stores_title: 'Knowledge bases',
  stores_what:
    'A knowledge base is a collection of your documents. Tendril reads them, splits the text into chunks, and finds the chunks that fit a question. Flows, assistants and voice agents then answer from them and cite where each answer comes from.',
  stores_first:
    'Drop files or a folder anywhere on this page, paste the URL of a page, or choose “Add knowledge base”.\nWait until the status is “Upserted”: questions find it from then on.\nOpen “Ask a question” to see what is found.\nChoose the knowledge base in a flow, an assistant or a voice agent.',
  stores_limits:
    'No key is needed: the built-in embeddings work without one. Other embeddings use your own key.\nA single file may have up to 50 MB, unless the administrator has set another limit.\nDeleting a knowledge base also deletes its sources and chunks. Flows that use it get no more answers from it.',

  store_title: 'A knowledge base and its sources',
  store_what:
    'A source is where text comes from: uploaded files, a website, a bucket, a repository and others. Each source is read, split into chunks, and embedded so that it can be found.',
  store_first:
    'Choose “Add source” and pick where the documents are, or “Add a folder”.\nProcess the source. The line of steps at the top shows what is still to be done.\nUse “Keep in step…” in the menu of a source when its content changes over time.',
  store_limits:
    'A file that cannot be read is listed with the reason. The others are still read.\nAfter you change how a source is split, process it again.\nUploaded files are stored here, so they cannot be kept in step with anything.',

  loader_title: 'How a source is read and split',
  loader_what:
    'The settings of one source: where the text is, how long a chunk may be, and which models help with reading. The preview shows the chunks before anything is stored.',
  loader_first:
    'Fill in the source.\nLook at the preview. Headings and tables should stay together.\nChoose “Process” to create the chunks.',
  loader_limits:
    'The structure splitter follows headings, lists and tables, and suits most documents.\nSmaller chunks are found more precisely, larger ones say more. “Try chunkers” under Measures compares them on your own questions.\nModels that describe chunks or read pictures cost tokens. Estimate the cost first.',

  files_title: 'Files of a source',
  files_what:
    'Every file has a row with its state: queued, reading, read, searchable or failed. What a file waits for is shown beside the progress.',
  files_first:
    'Drop files or whole folders here.\nFilter by “Failed” to see what could not be read, and why.\nCorrect the file and drop it again, or choose “Read again” in its menu.',
  files_limits:
    'A file with the same path replaces the one before, and keeps its place in citations.\nA single file may have up to 50 MB, unless the administrator has set another limit.\nScanned pages need a model that reads pictures, or text recognition on the server.',

  chunks_title: 'Chunks',
  chunks_what:
    'A chunk is the piece of text that a question can find. The headings above it are embedded with it.',
  chunks_first:
    'Search for a sentence that should be found.\nOpen a chunk to correct its text or metadata, and save it.\nEmbed again with “Upsert”, so that the search uses the new text.',
  chunks_limits:
    'Processing a source again replaces its chunks, and your corrections with them.\nDeleting chunks cannot be undone. “Select all” takes those that match now, at most 10,000.',

  vector_title: 'Embeddings and vector store',
  vector_what:
    'Embeddings turn text into numbers, so that texts of similar meaning are close to each other. The vector store keeps these numbers and compares them.',
  vector_first:
    'Keep the built-in embeddings and store to begin with. They need no key.\nChoose “Upsert” to embed what is new or changed.\nChoose “Test retrieval” and ask a question.',
  vector_limits:
    'With other embeddings everything is embedded again. Until that is done, questions use the earlier ones.\nOutside stores such as Qdrant or Pinecone hold ids and numbers. The texts stay here.\nTest a connection before you move a large knowledge base to it.',

  query_title: 'Ask a knowledge base',
  query_what:
    'The same search that flows and agents use, with its reasons: how near a chunk is by meaning and by words, and how long each step took.',
  query_first:
    'Ask a question the way your users would.\nLook at the bars: meaning, words, and the reranker if there is one.\nIf a passage is missing, find it under “Missing a passage?” to see why.\nSave good questions with “Add as test”.',
  query_limits:
    'A minimum score leaves out weak results, and good ones when it is too high.\nSettings changed here count for this search only.\nYou find what you may read. “Ask as” shows what others would find.',

  measures_title: 'Measures',
  measures_what:
    'Saved questions with the passages they should find. A measurement asks all of them and counts how often, and how high up, the passages are found.',
  measures_first:
    'Add ten or more questions, by hand or with “Generate questions”.\nConfirm the generated ones: only confirmed questions are measured.\nChoose “Measure”, change one setting, and measure again.\nSelect two results to compare them.',
  measures_limits:
    'With few questions the intervals are wide. A difference counts when its interval does not include zero.\nQuestions survive when a source is split again.\nGenerated questions and rerankers use a model, which may cost money.',

  gaps_title: 'Unanswered questions',
  gaps_what:
    'Questions from real conversations for which nothing close enough was found. Similar questions are shown as one.',
  gaps_first:
    'Begin with the question that was asked most often.\nChoose “Write a passage”, and answer it in a few sentences.\nDismiss what this knowledge base is not meant to answer.',
  gaps_limits:
    'A written passage is embedded at once, and becomes a source of its own.\nA question is judged by its best passage: a high minimum score makes more gaps.',

  access_title: 'Who may read it',
  access_what:
    'Decides which passages a question may use. It is checked before anything is compared, so hidden text never reaches a model.',
  access_first:
    'Leave it at “Everyone who may use it” if all readers may see everything.\nOtherwise choose “As the lists say”, and set a list for each source.\nGive single files a list of their own where they differ.\nUse “Ask as” on the search page to check the result.',
  access_limits:
    'Public chats, phone calls and webhooks find only what everyone may read.\nOwners of the workspace may read everything.\nA source can take its lists over from where it is kept in step.',

  sync_title: 'Keeping a source in step',
  sync_what:
    'A sync compares the source with what is stored, reads what is new or changed, and removes what is gone.',
  sync_first:
    'Choose when to sync: by hand, on a schedule, or by a webhook.\nChoose “Keep in step”, then “Sync now”.\nLook at the counts, and at the files that were skipped.',
  sync_limits:
    'Nothing is removed if the source could not be listed to its end.\nIf more than a fifth of the files is gone, nothing is removed until you decide.\nOnly changed files are embedded again.',

  calls_title: 'Calls',
  calls_what:
    'Every call with its recording, transcript, cost and trace, and the calls in progress at the top. Test calls are kept apart from real ones.',
  calls_first:
    'Make a test call from a voice agent, or assign an agent to a phone number.\nFilter by agent, result or date, and save the filter as a view.\nOpen a call to listen to it, or a running one to follow it.',
  calls_limits:
    'How long calls are kept is set by the retention of the workspace.\nAgents that opt out of storing sensitive data keep no transcript and no recording.',

  call_title: 'One call',
  call_what:
    'The recording, the transcript and the trace share one clock. Drag the playhead to see what was heard, said and done at that moment; if a flow answers the calls of an agent, the canvas lights up the node at work.',
  call_first:
    'Press play, or click a turn of the transcript to go there.\nOpen a line of the trace to see its input, its output and the exact prompt.\nChoose “Make a test” to keep a call as a test case, or “Replay” to try a changed agent on it.\nDuring a call you can whisper to the agent, set a variable, take over or end it.',
  call_limits:
    'A whisper is heard by the agent, never by the caller.\nEverything that an operator does in a call is in its trace.\nThe cost is an estimate from the list prices of the vendors.',

  batches_title: 'Batch calls',
  batches_what:
    'An agent calls the people of a list, one after the other, within the hours and limits you set.',
  batches_first:
    'State under “Consent” how the people have agreed to be called.\nPrepare a CSV file with a column “phone number”. Further columns become variables of the prompt.\nChoose “New batch call”, the number to call from, and the file.\nStart with a short list of your own numbers.',
  batches_limits:
    'You need a phone number at a carrier or a trunk.\nNumbers on the do-not-call list are never called.\nHours count in the time zone of each contact.\nA stopped batch call cannot be resumed. A paused one can.',

  doNotCall_title: 'Do-not-call list',
  doNotCall_what: 'Numbers that no call is placed to, neither by a batch call nor one by one.',
  doNotCall_first:
    'Add a number when somebody asks not to be called, here or on the page of their call.\nImport a CSV file if you already have a list.',
  doNotCall_limits:
    'Write numbers with their country code, such as +1 202 555 0188.\nCalls that these people make to you are still answered.',

  replay_title: 'Replay',
  replay_what:
    'The caller’s side of a recorded call, played again to another version of the agent, and compared turn by turn.',
  replay_first:
    'Compare what was said then with what is said now.\nLook at the times: a better answer that comes late is a worse one.\nMake a test of the turn that matters.',
  replay_limits:
    'The caller does not react to new answers: later turns may no longer fit.\nFunctions answer what was recorded, and none is called. A flow does run its own tools.',

  simulations_title: 'Simulation',
  simulations_what:
    'A test case is a simulated caller and a set of checks. The caller writes or speaks to the draft of the agent, and the checks decide whether the case passes.',
  simulations_first:
    'Choose “Generate cases from the prompt”, or make one with “New case”.\nRun all cases once.\nOpen a failed case to read the conversation beside the check that failed.\nRun it five or ten times to see whether it passes reliably.',
  simulations_limits:
    'Cases in writing are quick and cheap. Cases out loud take as long as a call, and can have noise and interruptions.\nChecks of times count in spoken cases only.\nPersonas and statements are judged by a model, which may cost money.',
});
