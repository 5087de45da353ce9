import type { PredictionBody } from '@tendril/contract/api/predictions';
import type { AgentFlowTrigger } from '@tendril/contract/provider/agent-flow';

/** What a run that nobody asks for begins with, as it is stored with its firing. */
export interface FiringInput {
  question: string;
  trigger: AgentFlowTrigger;
  /** The conversation that the sender has named. */
  chatId?: string;
  sessionId?: string;
  /** A person's decision: the run of the conversation that waits goes on, instead of a new one. */
  humanInput?: PredictionBody['humanInput'];
  /** Where the end of the run is announced. */
  callback?: { url: string };
}
