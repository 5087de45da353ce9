import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createSimulation,
  deleteSimulation,
  listSimulationResults,
  listSimulations,
  runSimulation,
  type Simulation,
  type SimulationFields,
  type SimulationResult,
  suggestSimulations,
  updateSimulation,
} from '@tendril/contract/api/simulations';
import { call } from '../../../kit/api/call.ts';

const lookAgainMs = 700;

/** Cases of an agent; read again and again while one of them runs. */
export const simulationsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['simulations', agentId],
    queryFn: async ({ signal }) => (await call(listSimulations, { params: { id: agentId }, signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.some(({ batch }) => batch && batch.over < batch.all) ? lookAgainMs : false,
  });

/** Results of a case, newest first; read again when its last one changes. */
export const simulationResultsQuery = (agentId: string, id: string, last: SimulationResult | null) =>
  queryOptions({
    queryKey: ['simulations', agentId, id, 'results', last?.id, last?.status],
    queryFn: async ({ signal }) => (await call(listSimulationResults, { params: { id }, signal })).data,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? lookAgainMs : false,
  });

function useRefresh(agentId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: simulationsQuery(agentId).queryKey });
}

/** Saves a case: a new one without an id. */
export function useSaveSimulation(agentId: string) {
  const onSuccess = useRefresh(agentId);
  return useMutation({
    mutationFn: ({ id, fields }: { id: string | undefined; fields: SimulationFields }) =>
      id === undefined
        ? call(createSimulation, { params: { id: agentId }, body: fields })
        : call(updateSimulation, { params: { id }, body: fields }),
    onSuccess,
  });
}

export function useRunSimulations(agentId: string) {
  const onSettled = useRefresh(agentId);
  return useMutation({
    mutationFn: ({ cases, times }: { cases: readonly Simulation[]; times: number }) =>
      Promise.all(cases.map(({ id }) => call(runSimulation, { params: { id }, body: { times } }))),
    onSettled,
  });
}

export function useDeleteSimulation(agentId: string) {
  const onSettled = useRefresh(agentId);
  return useMutation({
    mutationFn: (id: string) => call(deleteSimulation, { params: { id } }),
    onSettled,
  });
}

/** Lets the agent's model write cases, and keeps them; answers how many. */
export function useSuggestSimulations(agentId: string) {
  const onSettled = useRefresh(agentId);
  return useMutation({
    mutationFn: async () => {
      const { data } = await call(suggestSimulations, { params: { id: agentId } });
      for (const body of data) await call(createSimulation, { params: { id: agentId }, body });
      return data.length;
    },
    onSettled,
  });
}
