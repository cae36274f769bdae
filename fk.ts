import hre from "hardhat";
import { startLocalChain } from "./scripts/world/chain/localChain.ts";
const up = await hre.network.createServer({network:"world", override:{chainId: 11155111}}, "127.0.0.1", 0);
const a = await up.listen();
const url = `http://127.0.0.1:${a.port}`;
const upc = await hre.network.create({network:"worldOverHttp", override:{url}});
const c = await upc.ethers.deployContract("FringeDrifters", ["/x/", (await upc.ethers.getSigners())[1].address]);
await c.adjustPhases("A",1,11); await c.changePhase("A");
await c.gift("A",[ (await upc.ethers.getSigners())[3].address]);
await upc.ethers.provider.send("hardhat_mine",["0x5"]);
const addr = await c.getAddress();
let t=performance.now();
const s = await hre.network.createServer({network:"world", override:{forking:{url, blockNumber: 7}, initialDate: new Date(), }} as any, "127.0.0.1", 0);
const b = await s.listen();
console.log("fork", performance.now()-t);
const fc = await hre.network.create({network:"worldOverHttp", override:{url:`http://127.0.0.1:${b.port}`}});
const p = fc.ethers.provider;
console.log(await p.send("eth_chainId",[]), await p.send("eth_blockNumber",[]), await p.send("web3_clientVersion",[]));
const f = await fc.ethers.getContractAt("FringeDrifters", addr);
console.log("tokens", await f.totalSupply(), await f.owner(), performance.now()-t);
const owner = "0x00000000000000000000000000000000000000aa";
await p.send("hardhat_impersonateAccount",[owner]);
await p.send("hardhat_setBalance",[owner,"0xde0b6b3a7640000"]);
await f.connect(await fc.ethers.getSigner(await f.owner())).transferOwnership(owner);
await p.send("hardhat_setCode",[owner,"0x6001600055"]);
await f.connect(await fc.ethers.getSigner(owner)).toggleMint();
console.log("impersonated contract ok", await p.send("eth_blockNumber",[]));
for (const tag of ["0x7","0x6","0x8", "0x0"]) try { console.log(tag, await p.send("eth_call",[{to:addr,data:"0x18160ddd"},tag])); } catch(e:any){console.log(tag, e.message)}
console.log((await p.send("eth_getLogs",[{address:addr, fromBlock:"0x0", toBlock:"latest"}])).length);
for (const [m,...q] of [["debug_traceCall",{to:addr,data:"0x18160ddd"},"latest",{tracer:"callTracer"}],["eth_getBlockByNumber","0x3",true],["eth_getBlockByNumber","0x0",false]] as any) try { console.log(m, JSON.stringify(await p.send(m,q)).slice(0,300)); } catch(e:any){console.log(m, e.message)}
const blk = await p.send("eth_getBlockByNumber",["0x4",true]);
try { console.log(JSON.stringify(await p.send("debug_traceTransaction",[blk.transactions[0].hash,{tracer:"callTracer"}])).slice(0,200)); } catch(e:any){console.log("trace", e.message)}
console.log(new Date(Number((await p.send("eth_getBlockByNumber",["latest",false])).timestamp)*1000));
await up.close();
try { console.log("dead", await f.balanceOf("0x00000000000000000000000000000000000000ab")); } catch(e:any){console.log("dead", e.message)}
try { console.log("dead new", await p.send("evm_mine",[])); } catch(e:any){console.log("dead", e.message)}
// dead upstream creation
try { const d = await hre.network.createServer({network:"world", override:{forking:{url, blockNumber: 7}, initialDate: new Date()}} as any, "127.0.0.1", 0); await d.listen(); console.log("listens?"); const dc=await hre.network.create({network:"worldOverHttp", override:{url:`http://127.0.0.1:${(d as any).address?.port}`}});  } catch(e:any){console.log("DEAD", e.message)}
process.exit(0);
