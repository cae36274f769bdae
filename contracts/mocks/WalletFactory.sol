// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {SigningWallet} from "./SigningWallet.sol";

/// @notice Deploys wallets at predictable addresses (CREATE2).
contract WalletFactory {
    /// @notice Deploys the wallet for two signers, unless it exists.
    function make(address firstSigner, address secondSigner) external {
        if (addressOf(firstSigner, secondSigner).code.length != 0) return;
        Create2.deploy(0, 0, _code(firstSigner, secondSigner));
    }

    function addressOf(address firstSigner, address secondSigner) public view returns (address) {
        return Create2.computeAddress(0, keccak256(_code(firstSigner, secondSigner)));
    }

    function _code(address firstSigner, address secondSigner) private pure returns (bytes memory) {
        return
            abi.encodePacked(
                type(SigningWallet).creationCode,
                abi.encode(firstSigner, secondSigner)
            );
    }
}
