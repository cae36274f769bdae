/**
 * Private key of Hardhat's account 1, which signs the local world's mints (`roles.signer`). It is printed in
 * Hardhat's manual: everybody has it.
 */
export const localSignerKey = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
