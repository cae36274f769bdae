/** Chain ID of Hardhat's node and of `npm start`; nothing on that chain has value. */
export const localChainId = 31_337;

/** RPC URL of a Hardhat node on this machine. */
export const localRpcUrl = "http://127.0.0.1:8545";

/** Contract address in the local world: the first contract that Hardhat's account 0 creates. */
export const localContractAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

/** Mnemonic of Hardhat's accounts. Hardhat's manual publishes this mnemonic, so use it only on local chains. */
export const localMnemonic = "test test test test test test test test test test test junk";

/** Private key of Hardhat's account 1, 32 bytes in hex; it signs the local world's mints (`roles.signer`). */
export const localSignerKey = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
