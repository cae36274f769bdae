// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {SigningWallet} from "./SigningWallet.sol";

/// @notice Deploys wallets at predictable addresses (CREATE2).
contract WalletFactory {
    /// @notice Deploys the wallet of two keepers, unless it exists.
    function make(address firstKeeper, address secondKeeper) external {
        if (addressOf(firstKeeper, secondKeeper).code.length != 0) return;
        Create2.deploy(0, 0, _code(firstKeeper, secondKeeper));
    }

    function addressOf(address firstKeeper, address secondKeeper) public view returns (address) {
        return Create2.computeAddress(0, keccak256(_code(firstKeeper, secondKeeper)));
    }

    function _code(address firstKeeper, address secondKeeper) private pure returns (bytes memory) {
        return
            abi.encodePacked(
                type(SigningWallet).creationCode,
                abi.encode(firstKeeper, secondKeeper)
            );
    }
}
