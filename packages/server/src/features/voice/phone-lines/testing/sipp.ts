import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const last =
  '[last_Via:]\n[last_From:]\n[last_To:];tag=[pid]SIPpTag[call_number]\n[last_Call-ID:]\n[last_CSeq:]';

/** A trunk that refuses every call by a status, after it has rung. */
export function refusal(status: number): string {
  return `<?xml version="1.0"?><scenario name="refusal">
<recv request="INVITE"/>
<send><![CDATA[
SIP/2.0 180 Ringing
${last}
Content-Length: 0

]]></send>
<send><![CDATA[
SIP/2.0 ${status} No
${last}
Content-Length: 0

]]></send>
<recv request="ACK"/>
</scenario>`;
}

const head = (
  method: string,
  number: number,
  to: string,
) => `Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:+12025550199@[local_ip]:[local_port]>;tag=[pid]SIPpTag[call_number]
To: <sip:[service]@[remote_ip]:[remote_port]>${to}
Call-ID: [call_id]
CSeq: ${number} ${method}
Contact: <sip:+12025550199@[local_ip]:[local_port]>
Max-Forwards: 70`;

const sdp = `v=0
o=user1 53655765 2353687637 IN IP[local_ip_type] [local_ip]
s=-
c=IN IP[media_ip_type] [media_ip]
t=0 0
m=audio [auto_media_port] RTP/AVP 8
a=rtpmap:8 PCMA/8000
`;

const answered = `<send><![CDATA[
SIP/2.0 200 OK
[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
[last_CSeq:]
Content-Length: 0

]]></send>`;

/** A telephone that has asked somebody, and now asks us to take its place there: a REFER to a number, with Replaces. */
export function attendedTransfer(number: string, replaces: string): string {
  const target = `<sip:${number}@192.0.2.99?Replaces=${encodeURIComponent(replaces)}>`;
  return `<?xml version="1.0"?><scenario name="attended">
<send retrans="500"><![CDATA[
INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${head('INVITE', 1, '')}
Content-Type: application/sdp
Content-Length: [len]

${sdp}
]]></send>
<recv response="100" optional="true"/>
<recv response="180" optional="true"/>
<recv response="200"/>
<send><![CDATA[
ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${head('ACK', 1, '[peer_tag_param]')}
Content-Length: 0

]]></send>
<pause milliseconds="1000"/>
<send retrans="500"><![CDATA[
REFER sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${head('REFER', 2, '[peer_tag_param]')}
Refer-To: ${target}
Referred-By: <sip:+12025550199@[local_ip]:[local_port]>
Content-Length: 0

]]></send>
<recv response="202"/>
<recv request="NOTIFY"><action>
  <ereg regexp="SIP/2.0 100" search_in="body" check_it="true" assign_to="1"/>
</action></recv>
${answered}
<recv request="NOTIFY"><action>
  <ereg regexp="SIP/2.0 200" search_in="body" check_it="true" assign_to="2"/>
</action></recv>
${answered}
<recv request="BYE"/>
${answered}
<Reference variables="1,2"/>
</scenario>`;
}

/** The called side: takes a call that replaces another one, and no other; plays back what it hears. */
export function replacedCallee(replaces: string): string {
  const id = replaces.replaceAll('.', '\\.');
  return `<?xml version="1.0"?><scenario name="replaced">
<recv request="INVITE"><action>
  <ereg regexp="${id}" search_in="hdr" header="Replaces:" check_it="true" assign_to="1"/>
</action></recv>
<send retrans="500"><![CDATA[
SIP/2.0 200 OK
${last}
Contact: <sip:[local_ip]:[local_port]>
Content-Type: application/sdp
Content-Length: [len]

${sdp}
]]></send>
<recv request="ACK"/>
<recv request="BYE"/>
${answered}
<Reference variables="1"/>
</scenario>`;
}

/** A caller who plays a recording of a pressed key, or of speech, and hangs up after a while. */
export function caller(recording: string, stayMs: number): string {
  return `<?xml version="1.0"?><scenario name="caller">
<send retrans="500"><![CDATA[
INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${head('INVITE', 1, '')}
Content-Type: application/sdp
Content-Length: [len]

v=0
o=user1 53655765 2353687637 IN IP[local_ip_type] [local_ip]
s=-
c=IN IP[media_ip_type] [media_ip]
t=0 0
m=audio [auto_media_port] RTP/AVP 8 101
a=rtpmap:8 PCMA/8000
a=rtpmap:101 telephone-event/8000
a=fmtp:101 0-11,16
]]></send>
<recv response="100" optional="true"/>
<recv response="180" optional="true"/>
<recv response="200" rtd="true"/>
<send><![CDATA[
ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${head('ACK', 1, '[peer_tag_param]')}
Content-Length: 0

]]></send>
<nop><action><exec play_pcap_audio="${recording}"/></action></nop>
<pause milliseconds="${stayMs}"/>
<send retrans="500"><![CDATA[
BYE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${head('BYE', 2, '[peer_tag_param]')}
Content-Length: 0

]]></send>
<recv response="200"/>
</scenario>`;
}

interface SippOptions {
  scenario: string;
  port: number;
  calls: number;
  /** Whom it calls; absent: it waits for calls. */
  target?: { port: number; service: string; atOnce?: number; perSecond?: number };
  mediaPort?: number;
  /** It plays back what it hears. */
  echoes?: boolean;
}

interface SippOutcome {
  /** 0 when all calls have gone as they should. */
  code: number | null;
  output: string;
  /** What the program says of each call that failed. */
  errors: string;
}

/** Runs the program sipp until its calls are over. */
export function runSipp({ scenario, port, calls, target, mediaPort = port + 20, echoes }: SippOptions): {
  done: Promise<SippOutcome>;
  stop(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'sipp-'));
  const file = join(folder, 'scenario.xml');
  const errorFile = join(folder, 'errors.log');
  writeFileSync(file, scenario);
  const { promise, resolve } = Promise.withResolvers<SippOutcome>();
  const own = [
    '-sf',
    file,
    '-i',
    '127.0.0.1',
    '-p',
    `${port}`,
    '-mp',
    `${mediaPort}`,
    '-m',
    `${calls}`,
    '-nostdin',
    ...['-trace_err', '-error_file', errorFile],
    ...(echoes ? ['-rtp_echo'] : []),
  ];
  const { atOnce = 1, perSecond = atOnce } = target ?? {};
  const outgoing = target
    ? [`127.0.0.1:${target.port}`, '-s', target.service, '-l', `${atOnce}`, '-r', `${perSecond}`]
    : [];
  const child = spawn('sipp', [...outgoing, ...own], { cwd: folder });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output = `${output}${text}`.slice(-4000);
    });
  const finish = (code: number | null) => {
    const errors = existsSync(errorFile) ? readFileSync(errorFile, 'utf8') : '';
    rmSync(folder, { recursive: true, force: true });
    resolve({ code, output, errors });
  };
  child.once('error', (error) => {
    output += String(error);
    finish(null);
  });
  child.once('exit', finish);
  return { done: promise, stop: () => void child.kill('SIGKILL') };
}
