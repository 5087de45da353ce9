/** A service that shows traces; its name is the key its settings are stored under. */
interface AnalyticService {
  name: string;
  label: string;
  credentialName: string;
  /** The setting beside its secret: which project gets the traces, or which release they are of. */
  setting?: 'projectName' | 'opikProjectName' | 'release';
}

/** Services that may get the traces of runs. */
export const analyticServices: readonly AnalyticService[] = [
  { name: 'langSmith', label: 'LangSmith', credentialName: 'langsmithApi', setting: 'projectName' },
  { name: 'langFuse', label: 'Langfuse', credentialName: 'langfuseApi', setting: 'release' },
  { name: 'lunary', label: 'Lunary', credentialName: 'lunaryApi' },
  { name: 'langWatch', label: 'LangWatch', credentialName: 'langwatchApi' },
  { name: 'arize', label: 'Arize', credentialName: 'arizeApi', setting: 'projectName' },
  { name: 'phoenix', label: 'Phoenix', credentialName: 'phoenixApi', setting: 'projectName' },
  { name: 'opik', label: 'Opik', credentialName: 'opikApi', setting: 'opikProjectName' },
  { name: 'openTelemetry', label: 'OpenTelemetry', credentialName: 'otlpApi', setting: 'projectName' },
];
