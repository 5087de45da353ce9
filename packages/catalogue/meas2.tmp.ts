import { askModel } from '/work/main/packages/catalogue/src/model/ask-model.ts';
import { testContext } from '/work/main/packages/catalogue/src/testing/run-context.ts';
const which = process.argv[2]; const seconds = 5; const streaming = process.argv[3]==='stream'; const conns = Number(process.argv[4] ?? 16);
let language: any;
if (which==='sdk'){ const { createOpenAI } = await import('@ai-sdk/openai'); language = createOpenAI({ apiKey:'k', baseURL:'http://127.0.0.1:4555/v1' }).chat('gpt-4o-mini'); }
else if (which==='compat'){ const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible'); language = createOpenAICompatible({ name:'x', apiKey:'k', baseURL:'http://127.0.0.1:4555/v1', includeUsage:true }).chatModel('gpt-4o-mini'); }
else if (which==='own'){ const { createOpenAiChatModel } = await import('/work/main/packages/catalogue/src/providers/openai/chat-model.ts'); language = createOpenAiChatModel('gpt-4o-mini', { apiKey:'k', baseUrl:'http://127.0.0.1:4555/v1', fetch: globalThis.fetch }, false); }
else if (which==='own-http'){ const { createOpenAiChatModel } = await import('/work/main/packages/catalogue/src/providers/openai/chat-model.ts'); const { request, Agent } = await import('node:http'); 
 const agent = new Agent({keepAlive:true, maxSockets:64});
 const lean = (url:any, init:any)=> new Promise((res,rej)=>{ const r=request(url,{agent,method:init.method,headers:{...init.headers,'content-length':Buffer.byteLength(init.body)},signal:init.signal},(m:any)=>{ let b=''; m.setEncoding('utf8'); m.on('data',(d:any)=>b+=d); m.on('end',()=>res({ok:true,status:200,headers:new Headers(),json:async()=>JSON.parse(b),text:async()=>b} as any)); }); r.on('error',rej); r.end(init.body); });
 language = createOpenAiChatModel('gpt-4o-mini', { apiKey:'k', baseUrl:'http://127.0.0.1:4555/v1', fetch: lean as any }, false); }
const model: any = { nodeId:'chatOpenAI_0', provider:'openai', modelId:'gpt-4o-mini', isDemo:false, isStreaming:true, settings:{temperature:0.5}, language: async()=>language };
const raw = async () => { const r = await fetch('http://127.0.0.1:4555/v1/chat/completions',{method:'POST',headers:{'content-type':'application/json',authorization:'Bearer k'},body:JSON.stringify({model:'gpt-4o-mini',messages:[{role:'user',content:'hi'}]})}); return r.json(); };
const one = which==='raw' ? raw : async () => { const c = testContext({ isStreaming: streaming }); return askModel(model,{messages:[{role:'system',content:'You are a helpful assistant.'},{role:'user',content:'What is the weather like?'}],isAnswer:true},c); };
async function load(ms:number){ const end=performance.now()+ms; let n=0; const lat:number[]=[]; await Promise.all(Array.from({length:conns},async()=>{ while(performance.now()<end){ const t=performance.now(); await one(); lat.push(performance.now()-t); n++; } })); lat.sort((a,b)=>a-b); return {n, p50:lat[lat.length>>1], p95: lat[Math.floor(lat.length*.95)]}; }
await load(2000);
const cpu0=process.cpuUsage(); const t0=performance.now(); const r=await load(seconds*1000); const cpu=process.cpuUsage(cpu0); const dt=performance.now()-t0;
console.log(which, streaming?'stream':'generate', conns, Math.round(r.n/dt*1000)+' req/s', 'p50', r.p50.toFixed(2),'p95',r.p95.toFixed(2),'cpu/req ms',((cpu.user+cpu.system)/1000/r.n).toFixed(3));
