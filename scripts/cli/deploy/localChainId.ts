/** The chain id of Hardhat's node, and of `npm start`: nothing there is worth anything. */
export const localChainId = 31_337;
