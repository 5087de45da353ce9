// What other features and the composition may use of this one.
export { callerVoice } from './caller-voice.ts';
export { type Caller, type OpenCaller, openCallers } from './open-caller.ts';
export { simulationRoutes } from './simulations.routes.ts';
export { createSimulations, type Simulations } from './simulations.ts';
export { createSimulator } from './simulator.ts';
