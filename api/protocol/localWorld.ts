/** Chain ID of Hardhat's node and of `npm start`; nothing on it has value. */
export const localChainId = 31_337;

/** RPC URL of a node on this machine. */
export const localRpcUrl = "http://127.0.0.1:8545";

/** Address of the collection of `npm start`: the first contract that Hardhat's account 0 creates. */
export const localContractAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

/**
 * What the accounts of Hardhat's nodes are derived from. It is printed in Hardhat's manual, so everybody has their keys:
 * good for play money only.
 */
export const localMnemonic = "test test test test test test test test test test test junk";

/** Private key of account 1 of these, which signs the local world's mints (`roles.signer`). */
export const localSignerKey = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
