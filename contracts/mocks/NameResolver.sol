// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Minimal ENS universal resolver, in which anyone may set any name.
contract NameResolver {
    mapping(bytes account => string name) private _names;
    mapping(bytes name => address account) private _addresses;
    mapping(bytes name => string url) private _gateways;

    error ResolverNotFound(bytes name);
    error OffchainLookup(
        address sender,
        string[] urls,
        bytes callData,
        bytes4 callbackFunction,
        bytes extraData
    );

    /// @notice Sets the name that `account` claims.
    function setName(address account, string calldata name) external {
        _names[abi.encodePacked(account)] = name;
    }

    /// @notice Sets the account of `name`, in DNS wire format.
    function setAccount(bytes calldata name, address account) external {
        _addresses[name] = account;
    }

    /// @notice Sets the URL that `name` is resolved by (ERC-3668).
    function setGateway(bytes calldata name, string calldata url) external {
        _gateways[name] = url;
    }

    function reverseWithGateways(
        bytes calldata account,
        uint256,
        string[] calldata
    ) external view returns (string memory, address, address) {
        return (_names[account], address(this), address(this));
    }

    function resolveWithGateways(
        bytes calldata name,
        bytes calldata data,
        string[] calldata
    ) external view returns (bytes memory, address) {
        if (bytes(_gateways[name]).length > 0) {
            string[] memory urls = new string[](1);
            urls[0] = _gateways[name];
            revert OffchainLookup(address(this), urls, data, this.resolveWithGateways.selector, "");
        }
        if (_addresses[name] == address(0)) revert ResolverNotFound(name);
        return (abi.encode(_addresses[name]), address(this));
    }
}
