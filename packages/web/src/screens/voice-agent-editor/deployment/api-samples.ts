import { createCall, openCallSocket } from '@tendril/contract/api/calls';

/** What every sample is filled with. */
interface SampleFacts {
  /** "https://example.com" */
  origin: string;
  agentId: string;
}

/** Where an API key of the workspace goes. */
const keyPlace = 'YOUR_API_KEY';

/** Registers a call from a shell. */
export function curlSample({ origin, agentId }: SampleFacts): string {
  return [
    `curl '${origin}${createCall.path}' \\`,
    `  -H 'Authorization: Bearer ${keyPlace}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ agentId, channel: 'audio', variables: { customer: 'Ida' } })}'`,
  ].join('\n');
}

/** Reads the agent with Retell's own client, and registers a call. */
export function nodeSample({ origin, agentId }: SampleFacts): string {
  return `import Retell from 'retell-sdk';

const apiKey = process.env.TENDRIL_API_KEY;
const retell = new Retell({ apiKey, baseURL: '${origin}/api/retell' });
const agent = await retell.agent.retrieve('${agentId}');
console.log(agent.agent_name);

const answer = await fetch('${origin}${createCall.path}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${apiKey}\`, 'content-type': 'application/json' },
  body: JSON.stringify({ agentId: agent.agent_id, channel: 'audio' }),
});
const { data: call, token, socketPath } = await answer.json();
console.log(call.id, token, socketPath);`;
}

/** Registers a call in Python, and reads what came of it. */
export function pythonSample({ origin, agentId }: SampleFacts): string {
  return `import os
import requests

headers = {"Authorization": f"Bearer {os.environ['TENDRIL_API_KEY']}"}
calls = "${origin}${createCall.path}"

answer = requests.post(
    calls,
    headers=headers,
    json={"agentId": "${agentId}", "channel": "audio", "variables": {"customer": "Ida"}},
)
answer.raise_for_status()
call = answer.json()
print(call["data"]["id"], call["token"], call["socketPath"])

# Later: transcript, analysis and cost of the same call.
print(requests.get(f"{calls}/{call['data']['id']}", headers=headers).json()["data"]["transcript"])`;
}

/** What the server of a page does: it keeps the key and issues tokens. */
export function serverSample({ origin, agentId }: SampleFacts): string {
  return `// GET /call-token of your server: the key never reaches the page.
async function callToken() {
  const answer = await fetch('${origin}${createCall.path}', {
    method: 'POST',
    headers: {
      authorization: \`Bearer \${process.env.TENDRIL_API_KEY}\`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ agentId: '${agentId}', channel: 'audio' }),
  });
  return answer.json();
}`;
}

/** The whole of a page that talks to the agent. */
export function pageSample({ origin }: SampleFacts): string {
  const socket = `${origin.replace(/^http/, 'ws')}${openCallSocket.path}`;
  return `<button id="talk">Talk</button>
<script type="module">
  const frames = \`registerProcessor('frames', class extends AudioWorkletProcessor {
    kept = [];
    process([[heard]]) {
      for (const value of heard ?? []) this.kept.push(Math.max(-1, Math.min(1, value)) * 32767);
      while (this.kept.length >= 320) this.port.postMessage(Int16Array.from(this.kept.splice(0, 320)));
      return true;
    }
  });\`;

  document.getElementById('talk').onclick = async () => {
    const { token } = await (await fetch('/call-token')).json();
    const audio = new AudioContext({ sampleRate: 16000 });
    await audio.audioWorklet.addModule(URL.createObjectURL(new Blob([frames], { type: 'text/javascript' })));
    const microphone = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
    const socket = new WebSocket('${socket}?token=' + token);
    socket.binaryType = 'arraybuffer';

    const worklet = new AudioWorkletNode(audio, 'frames');
    worklet.port.onmessage = ({ data }) => socket.readyState === 1 && socket.send(data);
    audio.createMediaStreamSource(microphone).connect(worklet);

    let playing = [];
    let end = 0;
    let playedMs = 0;
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') {
        const notice = JSON.parse(data);
        if (notice.type === 'clear') {
          for (const source of playing) source.stop();
          [playing, end, playedMs] = [[], 0, 0];
        }
        if (notice.type === 'event') console.log(notice.event.type, notice.event);
        return;
      }
      const samples = Float32Array.from(new Int16Array(data), (value) => value / 32768);
      const buffer = audio.createBuffer(1, samples.length, 16000);
      buffer.copyToChannel(samples, 0);
      const source = new AudioBufferSourceNode(audio, { buffer });
      source.connect(audio.destination);
      end = Math.max(end, audio.currentTime);
      source.start(end);
      end += buffer.duration;
      playing.push(source);
      source.onended = () => {
        if (!playing.includes(source)) return;
        playing = playing.filter((one) => one !== source);
        playedMs += buffer.duration * 1000;
        socket.send(JSON.stringify({ type: 'played', ms: playedMs }));
      };
    };
    socket.onclose = () => {
      for (const track of microphone.getTracks()) track.stop();
      audio.close();
    };
  };
</script>`;
}
